using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Trends;

/// <summary>One run in the trend of one configuration.</summary>
/// <param name="RunId">The run.</param>
/// <param name="At">The time it stands for.</param>
/// <param name="Status">How it ended.</param>
/// <param name="Value">Median of its repetitions; null where it has no value: a gap.</param>
/// <param name="Low">Lower end of the median's interval; null where there is none.</param>
/// <param name="High">Its upper end.</param>
/// <param name="Repetitions">That count.</param>
/// <param name="AfterGap">True when the value before is missing, or was due and is not there: no line joins the two.</param>
/// <param name="Note">What is other than in the run before: another build or another kind of machine; empty when nothing is.</param>
public sealed record TrendValue(
    string RunId, DateTimeOffset At, [property: JsonPropertyName("state")] RunStatus Status, double? Value, double? Low, double? High, int Repetitions, bool AfterGap, string Note);
