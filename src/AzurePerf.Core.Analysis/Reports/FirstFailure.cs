using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>What went wrong first in a run, which is what somebody asks who sees that it failed.</summary>
public static class FirstFailure
{
    /// <summary>The first point that failed, or else what the first failed operation said: "point 3: 96 clientTimeout, no answer within
    /// 0.1 s". Empty where nothing failed.</summary>
    /// <param name="points">Of the run, in any order.</param>
    public static string Of(IEnumerable<PointRecord> points)
    {
        var ordered = points.OrderBy(point => point.Number).ToArray();
        if (ordered.FirstOrDefault(point => point.Status == PointStatus.Failed) is { } failed)
        {
            return $"point {NumberFormat.Count(failed.Number)}: {(failed.Error.Length > 0 ? failed.Error : "no reason given")}";
        }

        var first = ordered.FirstOrDefault(point => point.Summary?.Outcomes.Any(outcome => outcome.Key != OperationOutcome.Ok) == true);
        return first?.Summary is not { } summary ? ""
            : $"point {NumberFormat.Count(first.Number)}: "
                + string.Join(", ", summary.Outcomes.Where(outcome => outcome.Key != OperationOutcome.Ok)
                    .Select(outcome => $"{NumberFormat.Count(outcome.Value)} {CamelCase.Of(outcome.Key)}"))
                + (summary.FailureMessages.Values.FirstOrDefault(text => text.Length > 0) is { } message ? $", {message}" : "");
    }
}
