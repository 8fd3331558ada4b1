"""Who answers, and how: models, parameters, personas, two models side by side."""
