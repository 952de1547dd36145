namespace AzurePerf.Core.Measurements.Generators;

/// <summary>Something of the generator that was at its limit.</summary>
/// <param name="Kind">What.</param>
/// <param name="Excess">What was found over what is allowed; above 1.</param>
/// <param name="Text">A clause without a full stop: what it was, and by how much too much.</param>
public sealed record GeneratorLimit(GeneratorLimitKind Kind, double Excess, string Text);
