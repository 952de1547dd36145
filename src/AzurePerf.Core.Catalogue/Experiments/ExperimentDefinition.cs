using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Targets;

namespace AzurePerf.Core.Experiments;

/// <summary>One entry of the catalogue: what an experiment asks, what it can be told, and how it runs.</summary>
public sealed record ExperimentDefinition
{
    private readonly Type _optionsType;
    private readonly object _defaults;
    private readonly Func<MeasurementOptions, ProbeSelection>? _select;

    private ExperimentDefinition(Type optionsType, Func<MeasurementOptions, ProbeSelection>? select)
    {
        _optionsType = optionsType;
        _defaults = Activator.CreateInstance(optionsType)!;
        _select = select;
        Parameters = ParameterReader.Read(optionsType);
    }

    /// <summary>Name in requests, rows and file names: `service.operation`.</summary>
    public required string Id { get; init; }

    /// <summary>Name for people.</summary>
    public required string Title { get; init; }

    /// <summary>What it answers, in one or two sentences.</summary>
    public required string Summary { get; init; }

    /// <summary>What its operations are called in the plural: downloads, inserts, ...</summary>
    public required string OperationNoun { get; init; }

    /// <summary>True when it measures no points of its own but declares stages of tasks.</summary>
    public bool IsBag => _select is null;

    /// <summary>True where it can harm what others run, because it ends workers on purpose: only an administrator may submit it, and nobody
    /// in a cloud.</summary>
    public bool IsHarmful => _defaults is PipelineOptions { IsHarmful: true };

    /// <summary>True where it tests the program itself: accepted by its id, offered nowhere.</summary>
    public bool IsHidden => _defaults is PipelineOptions { IsHidden: true };

    /// <summary>What its points are about, the headline first; none where it has no points.</summary>
    public IReadOnlyList<Metric> Metrics { get; init; } = [];

    /// <summary>What tells its points apart that no request chooses: what its stages found. For charts and tables.</summary>
    public IReadOnlyList<ParameterDefinition> FoundFactors { get; init; } = [];

    /// <summary>What it derives from two levels of a factor; null for most.</summary>
    public RatioRule? Ratio { get; init; }

    /// <summary>What it says of a run beyond what is said of any experiment, as sections of the report; null for most. Asked from the start
    /// of the run on, when no configuration has a result yet.</summary>
    public Func<MeasuredLevels, IReadOnlyList<ReportSection>>? Sections { get; init; }

    /// <summary>What it says of two runs, the baseline first, beyond what a comparison says of any experiment; null for most.</summary>
    public Func<MeasuredLevels, MeasuredLevels, IReadOnlyList<ReportSection>>? Compared { get; init; }

    /// <summary>The kind of target that it works on; null where it touches none.</summary>
    public TargetKind? Target => (_defaults as MeasurementOptions)?.Target ?? (_defaults as PipelineOptions)?.Target;

    /// <summary>True where a worker on another system than Linux refuses it.</summary>
    public bool NeedsLinux => _defaults is MeasurementOptions { NeedsLinux: true };

    /// <inheritdoc cref="MeasurementOptions.FixesClients"/>
    public bool FixesClients => _defaults is MeasurementOptions { FixesClients: true };

    /// <summary>The published work that measured it first, with figure or table numbers.</summary>
    public required string Source { get; init; }

    /// <summary>What must stand wherever its numbers are shown, drawn, compared or exported, in a clause without a full stop; empty for
    /// most.</summary>
    public string Disclaimer { get; init; } = "";

    /// <summary>All parameters, in the order of the form.</summary>
    public IReadOnlyList<ParameterDefinition> Parameters { get; }

    /// <summary>paper, reduced and quick.</summary>
    public required IReadOnlyList<Preset> Presets { get; init; }

    /// <summary>The preset of a name, or null.</summary>
    public Preset? FindPreset(string name) => Presets.FirstOrDefault(preset => preset.Name == name);

    /// <summary>The parameter of a name, or null.</summary>
    public ParameterDefinition? FindParameter(string name) => Parameters.FirstOrDefault(parameter => parameter.Name == name);

    /// <summary>The metric of a name, or null.</summary>
    public Metric? FindMetric(string name) => Metrics.FirstOrDefault(metric => metric.Name == name);

    /// <summary>The metric that a run is judged by: the first, in an open loop, where the rate is given, the one that leads there. Null
    /// where nothing is measured.</summary>
    /// <param name="parameters">Of the run.</param>
    public Metric? Headline(JsonObject parameters)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        var isOpenLoop = parameters["arrivals"] is { } arrivals
            && !arrivals.GetValue<string>().Equals(nameof(ArrivalKind.Closed), StringComparison.OrdinalIgnoreCase);
        return (isOpenLoop ? Metrics.FirstOrDefault(metric => metric.LeadsOpenLoops) : null) ?? (Metrics.Count > 0 ? Metrics[0] : null);
    }

    /// <summary>The metric whose values a run draws that repeats its points at a fixed interval; in an open loop the headline.</summary>
    /// <param name="parameters">Of the run.</param>
    public Metric? SeriesMetric(JsonObject parameters)
    {
        var headline = Headline(parameters);
        return headline is { LeadsOpenLoops: true } ? headline : Metrics.FirstOrDefault(metric => metric.LeadsSeries) ?? headline;
    }

    /// <summary>The options of one point from its parameter values.</summary>
    /// <exception cref="JsonException">A value does not have the type of its parameter.</exception>
    public MeasurementOptions Bind(JsonObject values) => (MeasurementOptions)values.Deserialize(_optionsType, ExperimentJson.Options)!;

    /// <summary>The probe for one point.</summary>
    public ProbeSelection SelectProbe(MeasurementOptions options) =>
        (_select ?? throw new InvalidOperationException($"{Id} measures no points"))(options);

    /// <summary>The options of an experiment that declares its stages.</summary>
    /// <exception cref="JsonException">A value does not have the type of its parameter.</exception>
    public PipelineOptions BindStages(JsonObject values) => (PipelineOptions)values.Deserialize(_optionsType, ExperimentJson.Options)!;

    /// <summary>Defines an experiment that declares its stages.</summary>
    public static ExperimentDefinition OfStages<TOptions>(string id, string title, string summary, string source, params Preset[] presets)
        where TOptions : PipelineOptions, new() =>
        new(typeof(TOptions), null)
        {
            Id = id,
            Title = title,
            Summary = summary,
            OperationNoun = "tasks",
            Source = source,
            Presets = presets,
        };

    /// <summary>Defines an experiment with one probe of the same name.</summary>
    public static ExperimentDefinition Of<TOptions>(
        string id, string title, string summary, string operationNoun, string source, IReadOnlyList<Metric> metrics,
        params Preset[] presets)
        where TOptions : MeasurementOptions, new() =>
        Of<TOptions>(id, title, summary, operationNoun, source, metrics, options => new(id, options), presets);

    /// <summary>Defines an experiment whose factors choose the probe.</summary>
    public static ExperimentDefinition Of<TOptions>(
        string id, string title, string summary, string operationNoun, string source, IReadOnlyList<Metric> metrics,
        Func<TOptions, ProbeSelection> select, params Preset[] presets)
        where TOptions : MeasurementOptions, new() =>
        new(typeof(TOptions), options => select((TOptions)options))
        {
            Id = id,
            Title = title,
            Summary = summary,
            OperationNoun = operationNoun,
            Source = source,
            Metrics = metrics,
            Presets = presets,
        };
}

/// <summary>How parameters look in JSON: camelCase names, choices as camelCase words, unknown members refused.</summary>
public static class ExperimentJson
{
    public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web)
    {
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        NumberHandling = JsonNumberHandling.Strict,
    };
}

/// <summary>The probe that performs the operations of one point, and the options it gets.</summary>
/// <param name="Probe">Name in the probe catalogue.</param>
/// <param name="Options">The probe's own options.</param>
public sealed record ProbeSelection(string Probe, MeasurementOptions Options);

/// <summary>A ratio that an experiment publishes next to its points: a metric at two levels of one factor.</summary>
/// <param name="Factor">What differs between the two.</param>
/// <param name="Over">The level whose value is divided.</param>
/// <param name="Under">The level whose value it is divided by.</param>
/// <param name="Metric">What is divided.</param>
/// <param name="Caption">What a reader sees in it, in a clause without a full stop.</param>
public sealed record RatioRule(string Factor, string Over, string Under, Metric Metric, string Caption)
{
    /// <summary>What is divided by what: "blob/table".</summary>
    public string Name => $"{Over}/{Under}";
}
