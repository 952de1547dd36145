using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Baselines;

/// <summary>`azureperf baseline`.</summary>
internal sealed class BaselineCommand : ToolCommand
{
    private readonly Argument<string?> _run = new("RUN")
    {
        Description = "The run's id, or the beginning of it; without it, baselines are listed.",
        Arity = ArgumentArity.ZeroOrOne,
    };
    private readonly Option<bool> _remove = new("--remove") { Description = "The run is to be the baseline no more." };

    public BaselineCommand(Func<ParseResult, Session> open)
        : base(
            "baseline",
            "Marks a completed run as the one that others of its experiment and target are compared with, or lists those runs.",
            "azureperf baseline 4x2k",
            "azureperf baseline",
            "azureperf baseline 4x2k --remove")
    {
        Add(_run);
        Add(_remove);
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(open(parsed), parsed.GetValue(_run), parsed.GetValue(_remove), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string? text, bool remove, CancellationToken cancellationToken)
    {
        if (text is null && remove)
        {
            throw CommandFailure.Usage("--remove needs the run that is to be the baseline no more");
        }

        using var api = session.OpenApi();
        if (text is not null)
        {
            var id = await RunPrefix.ResolveAsync(api, text, cancellationToken);
            await (remove ? api.UnmarkBaselineAsync(id, cancellationToken) : api.MarkBaselineAsync(id, cancellationToken));
        }

        var baselines = await api.ListBaselinesAsync(cancellationToken);
        session.Write(() => Table(baselines.Value, session.Sheet), () => Csv(baselines.Value), baselines.Json);
        return ExitCode.Ok;
    }

    private static string Table(BaselineListResponse list, Sheet sheet)
    {
        if (list.Baselines.Count == 0)
        {
            return sheet.Advise("no baselines yet; `azureperf baseline RUN` marks one\n");
        }

        var table = new TextTable(new("experiment"), new("target"), new("run"), new("marked"), new("by"));
        foreach (var baseline in list.Baselines)
        {
            table.Add(baseline.Experiment, baseline.Target, baseline.RunId, NumberFormat.Minute(baseline.MarkedAt), baseline.MarkedBy);
        }

        return string.Concat(table.Lines(sheet).Select(line => line + "\n"));
    }

    private static string Csv(BaselineListResponse list)
    {
        var csv = new CsvText("experiment", "target", "runId", "markedAt", "markedBy");
        foreach (var baseline in list.Baselines)
        {
            csv.Add(baseline.Experiment, baseline.Target, baseline.RunId, baseline.MarkedAt, baseline.MarkedBy);
        }

        return csv.ToString();
    }
}
