using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf submit`.</summary>
internal sealed class SubmitCommand : ToolCommand
{
    private readonly Argument<string?> _experiment = new("EXPERIMENT")
    {
        Description = "Id from `azureperf experiments`; may stand in --file instead.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<string?> _preset = new("--preset") { Description = "paper, reduced or quick.", HelpName = "NAME" };
    private readonly Option<string?> _target = new("--target") { Description = "Name of the account to measure, as the operator configured it.", HelpName = "NAME" };
    private readonly Option<string[]> _set = new("--set")
    {
        Description = "A parameter, with several values to measure each; sizes may end in KiB, MiB, GiB, KB, MB or GB. Repeatable.",
        HelpName = "NAME=VALUE[,VALUE...]",
    };

    private readonly Option<int?> _repetitions =
        IntegerOption.CreateOptional("--repetitions", "How often each combination of levels is measured.", 1, SpecLimits.Repetitions);

    private readonly Option<int?> _seed =
        IntegerOption.CreateOptional("--seed", "Seed of payloads, keys and orders.", 0, int.MaxValue);

    private readonly Option<string?> _name = new("--name") { Description = "Your own words for the run.", HelpName = "TEXT" };
    private readonly Option<string?> _onError = new("--on-error") { Description = "After a point that failed for good: continue or stop.", HelpName = "WORD" };
    private readonly Option<string[]> _tag = new("--tag") { Description = "A label. Repeatable.", HelpName = "KEY=VALUE" };
    private readonly Option<string?> _file = new("--file") { Description = "A run request as JSON, - for standard input; the other options go over it.", HelpName = "FILE" };
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
        _onError.AcceptOnlyFromAmong("continue", "stop");
        Add(_experiment);
        foreach (var option in new Option[] { _preset, _target, _set, _repetitions, _seed, _name, _onError, _tag, _file, _wait })
        {
            Add(option);
        }

        SetAction((parsed, cancellationToken) => ExecuteAsync(_open(parsed), Read(parsed), cancellationToken));
    }

    internal SubmitArguments Read(ParseResult parsed) => new()
    {
        Experiment = parsed.GetValue(_experiment),
        Preset = parsed.GetValue(_preset),
        Target = parsed.GetValue(_target),
        Name = parsed.GetValue(_name),
        OnError = parsed.GetValue(_onError),
        Repetitions = parsed.GetValue(_repetitions),
        Seed = parsed.GetValue(_seed),
        Parameters = parsed.GetValue(_set) ?? [],
        Tags = parsed.GetValue(_tag) ?? [],
        File = parsed.GetValue(_file),
        Wait = parsed.GetValue(_wait),
    };

    private static async Task<int> ExecuteAsync(Session session, SubmitArguments arguments, CancellationToken cancellationToken)
    {
        var file = arguments.File is null ? null : await InputText.ReadAsync(session.Context.Terminal, arguments.File, "--file", cancellationToken);
        var request = RunRequest.Build(arguments, file);
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
