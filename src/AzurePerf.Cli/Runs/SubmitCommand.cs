using System.CommandLine;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf submit` and `azureperf run`, which also waits.</summary>
internal sealed class SubmitCommand : ToolCommand
{
    private readonly RunRequestOptions _request = new("Your own words for the run.");
    private readonly SubmissionOptions _submission;

    private SubmitCommand(
        Func<ParseResult, Session> open, bool waits, string name, string description, params IReadOnlyList<string> examples)
        : base(name, description, examples)
    {
        _submission = new(waits);
        _request.AddTo(this);
        _submission.AddTo(this);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), Read(parsed), _submission.Read(parsed), cancellationToken));
    }

    /// <summary>The command that ends when the run is stored.</summary>
    public static SubmitCommand Submit(Func<ParseResult, Session> open) => new(
        open,
        waits: false,
        "submit",
        "Says what a run will take, submits it and prints its id.",
        "azureperf submit blob.download --preset quick --wait",
        "azureperf submit table.insert --set clients=1,8,64 --set entityBytes=1KiB,4KiB --repetitions 6",
        "azureperf submit queue.add --set clients=8 --repeat-every 60 --repetitions 1440",
        "azureperf submit --file run.json --seed 42 --tag region=westeurope",
        "azureperf submit blob.upload --preset paper --dry-run");

    /// <summary>The command that ends with the run.</summary>
    public static SubmitCommand Run(Func<ParseResult, Session> open) => new(
        open,
        waits: true,
        "run",
        "Says what a run will take, submits it, follows it to its end and prints what it found; the exit code says how it ended.",
        "azureperf run blob.download --preset quick",
        "azureperf run --file run.json --timeout 3600 --quiet --output csv > points.csv");

    internal SubmitArguments Read(ParseResult parsed) => _request.Read(parsed);

    private static async Task<int> ExecuteAsync(
        Session session, SubmitArguments arguments, SubmissionArguments submission, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var request = await RunRequest.ReadAsync(session.Context.Terminal, api, arguments, cancellationToken);
        return await new ProposedRun(session, api, submission, HasPreset: request.ContainsKey("preset"))
            .FinishAsync(
                cancelled => api.EstimateAsync(request, cancelled), cancelled => api.SubmitAsync(request, cancelled), cancellationToken);
    }
}
