using System.CommandLine;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Comparisons;

/// <summary>The options of `compare` that belong to A/A measurements.</summary>
internal sealed class NoiseFloorOptions
{
    /// <summary>Of either side. With 200 the analysis takes seconds for each configuration, with 1,000 it takes minutes.</summary>
    private const int MostRepetitions = 200;

    private readonly Option<string?> _target = new("--noise-floor")
    {
        Description = "Measures this target twice, the sides taking turns, and prints which differences are noise.",
        HelpName = "TARGET",
    };

    private readonly Option<string> _experiment = new("--experiment")
    {
        Description = "With --noise-floor: what is measured.",
        HelpName = "ID",
        DefaultValueFactory = _ => "blob.download",
    };

    private readonly Option<string> _preset = new("--preset")
    {
        Description = "With --noise-floor: paper, reduced or quick.",
        HelpName = "NAME",
        DefaultValueFactory = _ => "quick",
    };

    private readonly Option<int> _repetitions = IntegerOption.Create(
        "--repetitions", "With --noise-floor: of either side.", ComparisonRule.MinimumRepetitions, MostRepetitions,
        SpecLimits.DefaultRepetitions);

    private readonly Option<string[]> _tag = new("--tag")
    {
        Description = "With --noise-floor: a name and a value for each of its runs, such as region=eastus for their cost. Repeatable.",
        HelpName = "KEY=VALUE",
    };

    private readonly Option<bool> _yes = new("--yes", "-y")
    {
        Description =
            "With --noise-floor: do not ask, also where its runs may take longer than an hour. Only a person at a terminal is asked.",
    };

    /// <summary>Adds all to a command, with the rule that none says anything without the target.</summary>
    public void AddTo(Command command)
    {
        Option[] details = [_experiment, _preset, _repetitions, _tag, _yes];
        foreach (var option in details.Prepend(_target))
        {
            command.Add(option);
        }

        command.Validators.Add(result =>
        {
            if (result.GetResult(_target) is null
                && details.FirstOrDefault(option => result.GetResult(option) is { Implicit: false }) is { Name: { } name })
            {
                result.AddError($"{name} needs --noise-floor");
            }
        });
    }

    /// <summary>Null when no A/A measurement is asked for.</summary>
    public NoiseFloorRequest? Read(ParseResult parsed) => parsed.GetValue(_target) is { } target
        ? new(target, parsed.GetValue(_experiment)!, parsed.GetValue(_preset)!, parsed.GetValue(_repetitions), parsed.GetValue(_yes))
        {
            Tags = RunRequest.ReadTags(parsed.GetValue(_tag) ?? []),
        }
        : null;
}

/// <summary>What an A/A measurement is told.</summary>
/// <param name="Target">Name of the account to measure.</param>
/// <param name="Experiment">Catalogue id.</param>
/// <param name="Preset">Its preset.</param>
/// <param name="Repetitions">Of either side.</param>
/// <param name="Yes">Without a question, however long it takes.</param>
internal sealed record NoiseFloorRequest(string Target, string Experiment, string Preset, int Repetitions, bool Yes)
{
    /// <summary>Tags of each of its runs, beside that of its side.</summary>
    public JsonObject Tags { get; init; } = [];
}
