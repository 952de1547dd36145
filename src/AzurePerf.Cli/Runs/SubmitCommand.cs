using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf submit`.</summary>
internal sealed class SubmitCommand : ToolCommand
{
    private readonly RunRequestOptions _request = new("Your own words for the run.");
    private readonly Option<bool> _wait = new("--wait") { Description = "Follow the run to its end and print its results." };
    private readonly Func<ParseResult, Session> _open;

    public SubmitCommand(Func<ParseResult, Session> open)
        : base(
            "submit",
            "Submits a run and prints its id.",
            "azureperf submit blob.download --preset quick --wait",
            "azureperf submit table.insert --set clients=1,8,64 --set entityBytes=1KiB,4KiB --repetitions 6",
            "azureperf submit --file run.json --seed 42 --tag region=westeurope")
    {
        _open = open;
        _request.AddTo(this);
        Add(_wait);
        SetAction((parsed, cancellationToken) => ExecuteAsync(_open(parsed), Read(parsed), cancellationToken));
    }

    internal SubmitArguments Read(ParseResult parsed) => _request.Read(parsed) with { Wait = parsed.GetValue(_wait) };

    private static async Task<int> ExecuteAsync(Session session, SubmitArguments arguments, CancellationToken cancellationToken)
    {
        var request = await RunRequest.ReadAsync(session.Context.Terminal, arguments, cancellationToken);
        using var api = session.OpenApi();
        var submitted = await api.SubmitAsync(request, cancellationToken);
        if (arguments.Wait)
        {
            session.Say($"run {submitted.Value.Id}: {api.PortalPage(submitted.Value.Id)}");
            return await RunWatch.FollowAsync(session, api, submitted.Value.Id, cancellationToken);
        }

        Print(session, api, submitted);
        return ExitCode.Ok;
    }

    private static void Print(Session session, ApiClient api, ApiDocument<RunResponse> submitted)
    {
        var run = submitted.Value;
        var page = api.PortalPage(run.Id).AbsoluteUri;
        session.Write(
            () => $"{run.Id}\n{page}\n",
            () =>
            {
                var csv = new CsvText("runId", "status", "portal");
                csv.Add(run.Id, RunPhase.WordFor(run.Status), page);
                return csv.ToString();
            },
            submitted.Json);
    }
}
