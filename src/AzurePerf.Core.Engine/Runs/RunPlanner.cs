using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Runs;

/// <summary>Turns a spec into datasets and points.</summary>
public static class RunPlanner
{
    /// <summary>
    /// Plans a run. Repetitions are interleaved: every configuration once, then every combination again, each time in the order
    /// that the spec asks for.
    /// </summary>
    /// <exception cref="InvalidDataException">The spec is none that was validated for this experiment.</exception>
    public static RunPlan Plan(ExperimentDefinition definition, RunSpec spec)
    {
        if (CountPoints(definition, spec) is var count && (count < 1 || count > SpecLimits.PointsOf(spec)))
        {
            throw new InvalidDataException($"the spec makes no plan of 1 to {SpecLimits.PointsOf(spec)} points");
        }

        var datasets = new List<JsonObject>();
        var datasetNumbers = new Dictionary<string, int>();
        var levelsOf = Combinations(definition, spec).ToArray();
        var places = PlacesOf(spec, levelsOf.Length);
        var combinations = places.Select(place => place.Combination).Distinct().Order()
            .Select(index => (index, levels: levelsOf[index], selection: definition.SelectProbe(Bind(definition, spec, levelsOf[index]))))
            .Select(point => (
                point.index,
                point.levels,
                dataset: DatasetOf(point.levels, point.selection.Options, datasets, datasetNumbers),
                expected: point.selection.Options.ExpectedDuration(),
                load: point.selection.Options.Load(point.selection.Probe)))
            .ToDictionary(point => point.index);
        var points = places.Select((place, index) => new PlannedPoint(
            index + 1,
            place.Repetition,
            combinations[place.Combination].dataset,
            combinations[place.Combination].levels,
            combinations[place.Combination].expected,
            combinations[place.Combination].load));
        return new(datasets, [.. points]);
    }

    /// <summary>The points of a run; none where its experiment declares its stages, and of a maintenance run.</summary>
    /// <exception cref="InvalidDataException">The spec is none that was validated for this experiment.</exception>
    public static RunPlan PointsOf(ExperimentDefinition? definition, RunSpec spec) =>
        definition is { IsBag: false } ? Plan(definition, spec) : new([], []);

    /// <summary>Repetition and combination of each point that is measured, in order.</summary>
    /// <exception cref="InvalidDataException">The spec asks for points that its plan does not have.</exception>
    internal static (int Repetition, int Combination)[] PlacesOf(RunSpec spec, int combinations)
    {
        var all = Enumerable.Range(1, spec.Repetitions)
            .SelectMany(repetition => BlockOrder.Of(spec, repetition, combinations).Select(index => (repetition, index))).ToArray();
        return spec.Only.Count == 0 ? all
            : spec.Only.All(number => number >= 1 && number <= all.Length) ? [.. spec.Only.Select(number => all[number - 1])]
            : throw new InvalidDataException("the spec asks for points that its plan does not have");
    }

    /// <summary>The numbers that the points of a run have in the whole plan of another one of the same parameters and repetitions,
    /// ascending.</summary>
    internal static IReadOnlyList<int> NumbersIn(ExperimentDefinition definition, RunSpec other, RunSpec spec)
    {
        var combinations = (int)(CountPoints(definition, spec) / spec.Repetitions);
        var numbers = PlacesOf(other with { Only = [] }, combinations).Index().ToDictionary(place => place.Item, place => place.Index + 1);
        return [.. PlacesOf(spec, combinations).Select(place => numbers[place]).Order()];
    }

    /// <summary>The stages of a run, in order; the last one cleans up where any of them touches the run's target.</summary>
    /// <param name="definition">Of its experiment; null for a maintenance run, which only cleans up.</param>
    /// <param name="spec">What is asked for.</param>
    /// <param name="plan">Its points; empty where its experiment declares its stages.</param>
    /// <exception cref="InvalidDataException">The spec is none that was validated for this experiment, or the experiment declares stages
    /// that cannot be.</exception>
    public static IReadOnlyList<StagePlan> Stages(ExperimentDefinition? definition, RunSpec spec, RunPlan plan)
    {
        ArgumentNullException.ThrowIfNull(spec);
        ArgumentNullException.ThrowIfNull(plan);
        if (definition is not { IsBag: true })
        {
            return [.. definition is null ? [] : OfPoints(spec, plan), Clean];
        }

        var stages = BindStages(definition, spec).Stages();
        return FaultOfStages(definition, stages) is { } fault ? throw new InvalidDataException(fault)
            : stages.Any(stage => stage.TouchesTarget) ? [.. stages, Clean]
            : stages;
    }

    /// <summary>Why the stages that an experiment declares cannot be, as a sentence; null when they can.</summary>
    internal static string? FaultOfStages(ExperimentDefinition definition, IReadOnlyList<StagePlan> stages)
    {
        var tasks = stages.Where(stage => stage.Orders is null).Sum(stage => (long)stage.Tasks);
        var fault = stages.Count is 0 or > StageId.MostBags ? $"{stages.Count} stages"
            : stages.FirstOrDefault(stage => stage.Shape != StageShape.Bag) is { } other ? $"the stage {other.Name}, which is no bag"
            : definition.Target is null && stages.FirstOrDefault(stage => stage.TouchesTarget) is { } homeless
                ? $"the stage {homeless.Name} on a target, and takes none"
            : stages.GroupBy(stage => stage.Name).FirstOrDefault(same => same.Count() > 1) is { } twice
                ? $"two stages named '{twice.Key}': give each a name of its own"
            : stages.Any(stage => stage.TouchesTarget) && stages.Any(stage => stage.Name == Clean.Name)
                ? $"a stage named '{Clean.Name}', and a run on a target ends with one of that name, which removes what the run made: give "
                    + "it another name"
            : tasks > StagePlan.MostTasksOfRun
                ? $"{NumberFormat.Count(tasks)} tasks, and a run has at most {NumberFormat.Count(StagePlan.MostTasksOfRun)}: ask for fewer"
            : stages.FirstOrDefault(stage => stage.Orders is null && stage.Tasks is < 1 or > StagePlan.MostTasks) is { } empty
                ? $"the stage {empty.Name} with {empty.Tasks} tasks"
            : stages.Where((stage, index) => stage.Follows?.Except(stages.Take(index).Select(before => before.Name)).Any() == true)
                .FirstOrDefault() is { } early ? $"the stage {early.Name}, which follows one that is not before it"
            : null;
        return fault is null ? null : $"{definition.Id} declares {fault}";
    }

    /// <summary>What an experiment says of one stage of a run.</summary>
    /// <exception cref="InvalidDataException">The spec is none that was validated for this experiment, or has no such stage in this
    /// build.</exception>
    public static StagePlan StageOf(ExperimentDefinition? definition, RunSpec spec, StageId stage) => stage.Kind switch
    {
        StageKind.Prepare => Prepare,
        StageKind.Measure => Measure,
        StageKind.Clean => Clean,
        _ when definition is { IsBag: true } && BindStages(definition, spec).Stages().ElementAtOrDefault(stage.BagIndex) is { } declared =>
            declared,
        _ => throw new InvalidDataException($"the stage {stage} is none that {spec.Experiment} declares in this build"),
    };

    private static StagePlan Prepare { get; } =
        new(StageId.NameOf(StageKind.Prepare), StageShape.OneTask, StageWork.Prepare)
        {
            Tasks = 1,
            TouchesTarget = true,
            GivesUp = FailureReach.Dependants,
        };

    private static StagePlan Measure { get; } =
        new(StageId.NameOf(StageKind.Measure), StageShape.Points, StageWork.Measure) { TouchesTarget = true };

    private static StagePlan Clean { get; } =
        new(StageId.NameOf(StageKind.Clean), StageShape.OneTask, StageWork.Clean) { Tasks = 1, TouchesTarget = true };

    private static IEnumerable<StagePlan> OfPoints(RunSpec spec, RunPlan plan)
    {
        if (plan.Datasets.Count > 0)
        {
            yield return Prepare;
        }

        yield return Measure with { Tasks = plan.Points.Count * spec.Workers };
    }

    /// <summary>The options of a run whose experiment declares its stages.</summary>
    /// <exception cref="InvalidDataException">A value does not fit its parameter.</exception>
    public static PipelineOptions BindStages(ExperimentDefinition definition, RunSpec spec)
    {
        try
        {
            return definition.BindStages(spec.Parameters);
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"the spec's parameters are not those of {definition.Id}: {exception.Message}", exception);
        }
    }

    /// <summary>The options of one point: the run's fixed parameters and the point's levels.</summary>
    /// <exception cref="InvalidDataException">A value does not fit its parameter.</exception>
    public static MeasurementOptions Bind(ExperimentDefinition definition, RunSpec spec, JsonObject levels)
    {
        var values = new JsonObject();
        foreach (var (name, value) in spec.Parameters)
        {
            values[name] = (levels[name] ?? (value is JsonArray { Count: 1 } only ? only[0] : value))?.DeepClone();
        }

        try
        {
            return definition.Bind(values);
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"the spec's parameters are not those of {definition.Id}: {exception.Message}", exception);
        }
    }

    internal static long CountPoints(ExperimentDefinition definition, RunSpec spec) =>
        Factors(definition, spec).Aggregate((long)spec.Repetitions, (product, factor) => product * factor.Levels.Count);

    internal static IEnumerable<JsonObject> Combinations(ExperimentDefinition definition, RunSpec spec)
    {
        IEnumerable<JsonObject> combinations = [[]];
        return Factors(definition, spec).Aggregate(combinations, (partial, factor) =>
            partial.SelectMany(_ => factor.Levels, (levels, level) => new JsonObject(levels.DeepClone().AsObject().Select(Detached))
            {
                [factor.Name] = level?.DeepClone(),
            }));
    }

    private static KeyValuePair<string, JsonNode?> Detached(KeyValuePair<string, JsonNode?> member) =>
        new(member.Key, member.Value?.DeepClone());

    private static IEnumerable<(string Name, JsonArray Levels)> Factors(ExperimentDefinition definition, RunSpec spec) =>
        definition.Parameters.Where(parameter => parameter.Factor && !IsSilent(spec, parameter))
            .Select(parameter => (parameter.Name, LevelsOf(spec, parameter.Name)));

    private static bool IsSilent(RunSpec spec, ParameterDefinition factor) =>
        factor.SilentAtDefault
            && (spec.Parameters[factor.Name] is not JsonArray levels
                || (levels.Count == 1 && JsonNode.DeepEquals(levels[0], factor.Default)));

    private static JsonArray LevelsOf(RunSpec spec, string factor) =>
        spec.Parameters[factor] as JsonArray ?? throw new InvalidDataException($"the spec lists no levels of {factor}");

    private static int? DatasetOf(JsonObject levels, MeasurementOptions options, List<JsonObject> datasets, Dictionary<string, int> numbers)
    {
        if (options.Dataset() is not { } dataset)
        {
            return null;
        }

        if (!numbers.TryGetValue(dataset, out var number))
        {
            number = datasets.Count;
            numbers[dataset] = number;
            datasets.Add(levels);
        }

        return number;
    }
}

/// <summary>The order of the combinations inside one repetition, which is a block of the design.</summary>
/// <remarks>
/// Randomised blocks (Fisher 1935, The Design of Experiments, chapter IV): a drift, or what one point leaves behind for the next, then
/// falls on every combination alike and not always on the same one.
/// </remarks>
internal static class BlockOrder
{
    /// <summary>Indices of the combinations, each once; the same seed and repetition always give the same order.</summary>
    public static IEnumerable<int> Of(RunSpec spec, int repetition, int combinations)
    {
        var listed = Enumerable.Range(0, combinations);
        return spec.Order == PointOrder.Listed ? listed : listed.OrderBy(index => StableHash.Of(spec.Seed, repetition, index));
    }
}
