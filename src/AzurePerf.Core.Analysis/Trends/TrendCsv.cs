using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Trends;

/// <summary>A trend as lines: one for each run, oldest first, in the units of the trend.</summary>
public static class TrendCsv
{
    /// <param name="trend">Null where nothing was measured.</param>
    /// <param name="disclaimer">What must stand at every value; empty for nothing: then there is no such column.</param>
    public static string Render(Trend? trend, string disclaimer = "")
    {
        var csv = new CsvText(
        [
            "runId", "at", "state", "metric", "unit", "value", "low", "high", "repetitions", "afterGap", "changeFrom", "changeTo", "note",
        ],
        disclaimer);
        foreach (var value in trend?.Values ?? [])
        {
            var change = trend!.Changes.FirstOrDefault(one => one.RunId == value.RunId);
            csv.Add(
                value.RunId, value.At, CamelCase.Of(value.Status), trend.Metric, trend.Unit, value.Value, value.Low, value.High,
                value.Repetitions, value.AfterGap,
                change?.Before, change?.After, value.Note);
        }

        return csv.ToString();
    }
}
