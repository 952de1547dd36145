using System.Text.Json.Nodes;

namespace AzurePerf.Core.Trends;

/// <summary>What one run says about one combination of levels.</summary>
/// <param name="Levels">Its value of each factor.</param>
/// <param name="Median">Of the repetitions that count, in the unit of <see cref="RunFigures"/>.</param>
/// <param name="Low">Lower end of the median's 95 % interval; null where there are too few repetitions for one.</param>
/// <param name="High">Its upper end.</param>
/// <param name="Repetitions">Those that count.</param>
public sealed record RunFigure(JsonObject Levels, double Median, double? Low, double? High, int Repetitions);
