using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Bags;

namespace AzurePerf.Core.Runs;

/// <summary>Turns a spec into datasets and points.</summary>
public static class RunPlanner
{
    /// <summary>
    /// Plans a run. Repetitions are interleaved: every combination of levels once, then every combination again, each time in the order that the spec asks for.
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

    /// <summary>Repetition and combination of each point that is measured, in order.</summary>
    /// <exception cref="InvalidDataException">The spec asks for points that its plan does not have.</exception>
    private static (int Repetition, int Combination)[] PlacesOf(RunSpec spec, int combinations)
    {
        var all = Enumerable.Range(1, spec.Repetitions).SelectMany(repetition => BlockOrder.Of(spec, repetition, combinations).Select(index => (repetition, index))).ToArray();
        return spec.Only.Count == 0 ? all
            : spec.Only.All(number => number >= 1 && number <= all.Length) ? [.. spec.Only.Select(number => all[number - 1])]
            : throw new InvalidDataException("the spec asks for points that its plan does not have");
    }

    /// <summary>The bags of a run that measures no points.</summary>
    /// <exception cref="InvalidDataException">The spec is none that was validated for this experiment.</exception>
    public static IReadOnlyList<BagPlan> PlanBags(ExperimentDefinition definition, RunSpec spec) => BindBag(definition, spec).Plan();

    /// <summary>The options of a run that measures no points.</summary>
    /// <exception cref="InvalidDataException">A value does not fit its parameter.</exception>
    public static BagOptions BindBag(ExperimentDefinition definition, RunSpec spec)
    {
        try
        {
            return definition.BindBag(spec.Parameters);
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

    private static KeyValuePair<string, JsonNode?> Detached(KeyValuePair<string, JsonNode?> member) => new(member.Key, member.Value?.DeepClone());

    private static IEnumerable<(string Name, JsonArray Levels)> Factors(ExperimentDefinition definition, RunSpec spec) =>
        definition.Parameters.Where(parameter => parameter.Factor && !IsSilent(spec, parameter)).Select(parameter => (parameter.Name, LevelsOf(spec, parameter.Name)));

    private static bool IsSilent(RunSpec spec, ParameterDefinition factor) =>
        factor.SilentAtDefault && (spec.Parameters[factor.Name] is not JsonArray levels || (levels.Count == 1 && JsonNode.DeepEquals(levels[0], factor.Default)));

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
