using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf cancel`.</summary>
internal sealed class CancelCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();

    public CancelCommand(Func<ParseResult, Session> open)
        : base(
            "cancel",
            "Cancels a run; what it measured before stays, what it made in the target is removed.",
            "azureperf cancel 4x2k")
    {
        Add(_run);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetRequiredValue(_run), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = await api.CancelAsync(await RunPrefix.ResolveAsync(api, text, cancellationToken), cancellationToken);
        session.Write(
            () => $"{run.Value.Id} {RunPhase.WordFor(run.Value.Status)}\n",
            () =>
            {
                var csv = new CsvText("runId", "state");
                csv.Add(run.Value.Id, CamelCase.Of(run.Value.Status));
                return csv.ToString();
            },
            run.Json);
        return ExitCode.Ok;
    }
}
