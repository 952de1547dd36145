using System.CommandLine;
using AzurePerf.Cli.Invocation;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>The argument and options that say what to run; every command that takes a run request has the same.</summary>
internal sealed class RunRequestOptions
{
    private readonly Argument<string?> _experiment = new("EXPERIMENT")
    {
        Description = "Id from `azureperf experiments`; --file may have it instead.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<string?> _preset = new("--preset")
    {
        Description =
            "quick (seconds), reduced (minutes) or paper (hours). Without one the defaults are the paper's, which may take hours: "
                + "--dry-run says how many.",
        HelpName = "NAME",
    };
    private readonly Option<string?> _target = new("--target")
    {
        Description = "Name of the account, database or other target to measure, as the operator configured it.",
        HelpName = "NAME",
    };
    private readonly Option<string[]> _set = new("--set")
    {
        Description =
            "A parameter, with several values to measure each; sizes may end in KiB, MiB, GiB, TiB, kB, KB, MB, GB, TB or B; a text is "
                + "taken whole. Repeatable.",
        HelpName = "NAME=VALUE[,VALUE...]",
    };

    private readonly Option<int?> _workers =
        IntegerOption.CreateOptional(
            "--workers", "Workers that share the clients of each point and start together.", 1, SpecLimits.Workers);

    private readonly Option<int?> _repetitions =
        IntegerOption.CreateOptional("--repetitions", "How often each configuration is measured; beyond 1,000 with --repeat-every only.", 1,
            SpecLimits.SeriesPoints);

    private readonly Option<int?> _repeatEvery =
        IntegerOption.CreateOptional("--repeat-every",
            "Seconds from the start of one repetition to that of the next: the run is a series. 0 for one after the other.", 0,
            SpecLimits.RepeatEverySeconds);

    private readonly Option<int?> _seed =
        IntegerOption.CreateOptional("--seed", "Seed of payloads, keys and orders.", 0, int.MaxValue);

    private readonly Option<string?> _name;
    private readonly Option<string?> _onError = new("--on-error")
    {
        Description = "After a point that failed for good: continue or stop.",
        HelpName = "WORD",
    };
    private readonly Option<string[]> _failIf = new("--fail-if")
    {
        Description = "When the run fails: a metric or errors, > or <, and a limit, in quotes, such as \"p95>50ms\". Repeatable.",
        HelpName = "CRITERION",
    };
    private readonly Option<string[]> _tag = new("--tag") { Description = "A name and a value. Repeatable.", HelpName = "KEY=VALUE" };
    private readonly Option<string?> _mail = MailOption.Create();
    private readonly Option<string?> _file = new("--file")
    {
        Description = "A run request as JSON, - for standard input; the other options go over it.",
        HelpName = "FILE",
    };

    /// <param name="name">What --name means.</param>
    public RunRequestOptions(string name)
    {
        _name = new("--name") { Description = name, HelpName = "TEXT" };
        _onError.AcceptOnlyFromAmong("continue", "stop");
    }

    public void AddTo(Command command)
    {
        command.Add(_experiment);
        AddOptionsTo(command);
    }

    /// <summary>Only the options, where a run says which experiment it is.</summary>
    public void AddOptionsTo(Command command)
    {
        foreach (var option in new Option[]
        {
            _preset,
            _target,
            _set,
            _workers,
            _repetitions,
            _repeatEvery,
            _seed,
            _name,
            _onError,
            _failIf,
            _tag,
            _mail,
            _file,
        })
        {
            command.Add(option);
        }
    }

    public SubmitArguments Read(ParseResult parsed) => ReadOptions(parsed) with { Experiment = parsed.GetValue(_experiment) };

    public SubmitArguments ReadOptions(ParseResult parsed) => new()
    {
        Preset = parsed.GetValue(_preset),
        Target = parsed.GetValue(_target),
        Name = parsed.GetValue(_name),
        OnError = parsed.GetValue(_onError),
        Workers = parsed.GetValue(_workers),
        Repetitions = parsed.GetValue(_repetitions),
        RepeatEverySeconds = parsed.GetValue(_repeatEvery),
        Seed = parsed.GetValue(_seed),
        Parameters = parsed.GetValue(_set) ?? [],
        FailIf = parsed.GetValue(_failIf) ?? [],
        Tags = parsed.GetValue(_tag) ?? [],
        Mail = parsed.GetValue(_mail),
        File = parsed.GetValue(_file),
    };
}
