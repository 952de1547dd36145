using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Trends;

/// <summary>A trend as lines: one for each run, oldest first, in the units of the trend.</summary>
public static class TrendCsv
{
    public static string Render(Trend? trend)
    {
        var csv = new CsvText(
            "runId", "at", "state", "metric", "unit", "value", "low", "high", "repetitions", "afterGap", "changeFrom", "changeTo", "note");
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
