using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>Says what a run would come to; nothing is submitted.</summary>
internal static class DryRun
{
    /// <summary>Returns the exit code: a run that the server would refuse is a failure.</summary>
    /// <param name="session">Where it is said.</param>
    /// <param name="proposed">The estimate.</param>
    /// <param name="advice">What a person could do about it; empty for nothing.</param>
    public static int Print(Session session, ApiDocument<EstimateResponse> proposed, string advice)
    {
        session.Write(() => Table(proposed.Value, advice, session.Sheet), () => Csv(proposed.Value), proposed.Json);
        return proposed.Value.Exceeded.Count == 0 ? ExitCode.Ok : ExitCode.Failure;
    }

    private static string Table(EstimateResponse proposed, string advice, Sheet sheet)
    {
        IEnumerable<string> lines =
        [
            .. sheet.Wrap(ProposedRun.Sentence(proposed)),
            .. EstimateText.Cost(proposed) is { Length: > 0 } cost ? sheet.Wrap("cost of the requests: " + cost) : [],
            .. ProposedRun.Notes(proposed).SelectMany(note => sheet.Wrap(note)),
            .. proposed.Exceeded.SelectMany(fault => sheet.Wrap($"it would be refused: {fault.Path} {fault.Message}")),
            .. advice.Length > 0 ? sheet.Wrap(advice) : [],
            "nothing was submitted",
        ];
        return string.Concat(lines.Select(line => line + "\n"));
    }

    private static string Csv(EstimateResponse proposed)
    {
        var (spec, estimate) = (proposed.Spec, proposed.Estimate);
        var csv = new CsvText(
            "experiment", "scale", "target", "points", "operations", "bytes", "isBound", "seconds", "requests", "cost", "currency",
            "pricesOf", "exceeded", "notes", "dataBytes", "tasksAtMost", "secondsAtMost");
        csv.Add(
            spec.Experiment, spec.Scale, spec.Target, estimate.Points, estimate.Operations, estimate.Bytes, estimate.IsBound,
            estimate.Duration.TotalSeconds,
            estimate.Requests.Values.Sum(), proposed.Cost.Amount, proposed.Cost.Currency, proposed.Cost.PricesOf.ToString("O"),
            string.Join(' ', proposed.Exceeded.Select(fault => fault.Path)), string.Join("; ", proposed.Notes), estimate.DataBytes,
            estimate.TasksAtMost, estimate.DurationAtMost?.TotalSeconds);
        return csv.ToString();
    }
}
