using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using static AzurePerf.Core.Reports.Columns.PointColumn;

namespace AzurePerf.Core.Reports.Columns;

/// <summary>
/// The table of a run's points: one row per point, every metric in a column. CSV and Parquet have these columns in this order.
/// Those of the run's own, its parameters and factors, take type, unit and meaning from the catalogue.
/// </summary>
public static class PointColumns
{
    private const string Error = "error";
    private const string Disclaimer = "disclaimer";

    /// <summary>Before the name of a value that only the probe of the run could observe.</summary>
    public const string ValuePrefix = "values.";

    /// <summary>Before the name of a metric that the experiment declares and no other column has.</summary>
    public const string MetricPrefix = "metrics.";

    /// <summary>Before the name of a distribution that only the probe of the run could observe.</summary>
    public const string DistributionPrefix = "distributions.";

    /// <summary>Before the name of a type of operation.</summary>
    public const string TypePrefix = "operationTypes.";

    /// <summary>Before the name of a parameter that has one value for the whole run, and of a factor whose name is taken.</summary>
    public const string ParameterPrefix = "parameters.";

    /// <summary>Before the name of what stages found and the run did not choose, where that name is taken.</summary>
    public const string LevelPrefix = "levels.";

    /// <summary>The columns of a run.</summary>
    /// <param name="run">Whose points are exported.</param>
    /// <param name="points">Of the run: each value with a name that one of them has is a column.</param>
    /// <param name="definition">Of its experiment; null where this program does not know it: the values say their types then.</param>
    public static IReadOnlyList<PointColumn> Of(RunResponse run, PointListResponse points, ExperimentDefinition? definition)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(points);
        var parameters = run.Spec.Parameters.ToLookup(parameter => parameter.Value is JsonArray);
        HashSet<string> taken =
        [
            .. OfRun(run).Concat(OfPoint).Concat(SummaryColumns.All).Concat(OfRepetitions).Select(column => column.Name), Error, Disclaimer,
        ];
        // Where points have results without operations, nothing of them is in the columns of operations.
        var haveOperations = points.Points.Any(point => point.Summary is not null) || points.Points.All(point => point.Result is null);
        return
        [
            .. OfRun(run),
            .. parameters[false].Select(
                one => OfParameter(ParameterPrefix + one.Key, definition?.FindParameter(one.Key), [one.Value], _ => one.Value)),
            .. OfPoint,
            .. parameters[true].Select(one => OfFactor(
                one.Key, definition?.FindParameter(one.Key), (JsonArray)one.Value!, taken)),
            .. OfFound(run, points.Points, definition, taken),
            .. SummaryColumns.All,
            .. OfRepetitions,
            Text(Error, "Why the point failed.", row => row.Point.Error),
            .. points.Disclaimer.Length > 0
                ? [Text(Disclaimer, "What must be said of every number of the experiment.", _ => points.Disclaimer)]
                : Array.Empty<PointColumn>(),
            .. points.Metrics
                .Where(metric => !haveOperations || !OperationMetrics.Has(metric.Name, metric.Label, metric.Unit)).Select(OfMetric),
            .. OfValues(points.Points),
            .. points.Points.SelectMany(point => point.Result?.Distributions ?? []).DistinctBy(one => one.Name).SelectMany(OfDistribution),
            .. points.Points.SelectMany(point => point.Result?.OperationTypes ?? []).DistinctBy(one => one.Name)
                .SelectMany(type => OfType(type.Name)),
        ];
    }

    /// <summary>The rows of a run, in the order of measurement.</summary>
    public static IEnumerable<PointRow> Rows(PointListResponse points)
    {
        ArgumentNullException.ThrowIfNull(points);
        var together = points.Repetitions.ToDictionary(one => one.Levels.ToJsonString());
        return points.Points
            .OrderBy(point => point.Number)
            .Select(point => new PointRow(point, together.GetValueOrDefault(point.Levels.ToJsonString())));
    }

    /// <summary>The same for each point of a run.</summary>
    internal static IReadOnlyList<PointColumn> OfRun(RunResponse run)
    {
        var tags = string.Join("; ", run.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal).Select(tag => $"{tag.Key}={tag.Value}"));
        return
        [
            Text("runId", "Id of the run.", _ => run.Id),
            Text("experiment", "What was measured.", _ => run.Spec.Experiment),
            Text("scale", "paper, reduced, quick or custom.", _ => run.Spec.Scale),
            Text("target", "Name of the target.", _ => run.Spec.Target),
            Whole("seed", "", "Seed of the order of measurement and of the payloads.", _ => run.Spec.Seed),
            Text("planHash", "Runs with the same one measured the same points in the same order.", _ => run.PlanHash),
            Whole("workers", "", "Workers that share the clients of a point.", _ => run.Spec.Workers),
            Text("tags", "Tags of the run as name=value.", _ => tags),
        ];
    }

    internal static IReadOnlyList<PointColumn> OfPoint { get; } =
    [
        Truth("emulator", "True when the target was an emulator: mechanics, not a cloud.", row => row.Point.Emulator),
        Whole("point", "", "Number of the point, from 1, in the order of measurement.", row => row.Point.Number),
        Whole("repetition", "", "Number of the repetition, from 1.", row => row.Point.Repetition),
        Text("state", $"How the point ended: {Words<PointStatus>()}.", row => CamelCase.Of(row.Point.Status)),
        Whole("attempt", "", "The attempt whose result this is, from 1.", row => row.Point.Attempt),
        Text("workerId", "The worker process that measured it.", row => row.Point.WorkerId),
        Text("hostId", "The machine of that worker.", row => row.Point.HostId),
        Text("build", "The build of that worker.", row => row.Point.Build),
        Text("sdk", "Names and versions of the client libraries that made the requests.", row => row.Point.Sdk),
        Text("sku", "The kind of machine, as its worker names it.", row => row.Point.Sku),
        Instant("claimedAt", "When a worker took the point.", row => row.Point.ClaimedAt),
        Instant("endedAt", "When its result was stored.", row => row.Point.EndedAt),
        Text("detailsBlob", "Blob with the histograms, samples and clients of the point.", row => row.Point.DetailsBlob),
        Text("detailsHash", "SHA-256 of that blob.", row => row.Point.DetailsHash),
    ];

    internal static IReadOnlyList<PointColumn> OfRepetitions { get; } =
    [
        Text("repetitionsMetric",
            "The metric that the run is about. The next columns are statistics of it over all repetitions of this configuration.",
            row => row.Together?.Metric),
        Text("repetitionsUnit", "Unit of the metric.", row => row.Together?.Unit),
        Whole("repetitions", "", "Repetitions with a value that counts.", row => row.Together?.Repetitions),
        Whole("repetitionsLeftOut", "", "Repetitions that do not count.", row => row.Together?.LeftOut.Total),
        Of("Median", "Median: the number of this configuration wherever it is shown", one => one.Median),
        Of("MedianLow", "Lower end of the median's 95 % interval, from 6 repetitions on", one => one.MedianLow),
        Of("MedianHigh", "Upper end of it", one => one.MedianHigh),
        Of("Mean", "Mean", one => one.Mean),
        Of("MeanLow", "Lower end of the mean's 95 % interval, from 20 repetitions on", one => one.MeanLow),
        Of("MeanHigh", "Upper end of it", one => one.MeanHigh),
        Number("repetitionsVariation", "", "Standard deviation over mean.", row => row.Together?.Variation),
        Number("repetitionsDriftLastOverFirst", "",
            "How the values change from the first repetition to the last, as a ratio: above 1 they rise.",
            row => row.Together?.Drift?.LastOverFirst),
        Number("repetitionsDriftProbability", "",
            "Probability of such an order by chance, corrected for the configurations of the run (Holm).",
            row => row.Together?.Drift?.Probability),
    ];

    private static PointColumn Of(string name, string meaning, Func<RepetitionStatistics, double?> read) =>
        Number("repetitions" + name, "", meaning + "; in the unit of `repetitionsUnit`.",
            row => row.Together is { } together ? read(together) : null);

    /// <summary>A factor that is silent at its default is not named in the levels of the points while it has nothing else.</summary>
    private static PointColumn OfFactor(string name, ParameterDefinition? definition, JsonArray levels, HashSet<string> taken)
    {
        var only = levels.Count == 1 ? levels[0] : null;
        var column = taken.Contains(name) ? ParameterPrefix + name : name;
        return OfParameter(column, definition, levels, row => row.Point.Levels[name] ?? only);
    }

    /// <summary>What tells points apart that the run did not choose. A parameter that is no factor may have the same name.</summary>
    private static IEnumerable<PointColumn> OfFound(
        RunResponse run, IReadOnlyList<PointRecord> points, ExperimentDefinition? definition, HashSet<string> taken) => points
        .SelectMany(point => point.Levels)
        .Where(level => run.Spec.Parameters[level.Key] is not JsonArray)
        .GroupBy(level => level.Key, level => level.Value)
        .Select(same => OfParameter(
            taken.Contains(same.Key) || run.Spec.Parameters.ContainsKey(same.Key) ? LevelPrefix + same.Key : same.Key,
            definition?.FoundFactors.FirstOrDefault(factor => factor.Name == same.Key), same, row => row.Point.Levels[same.Key]));

    /// <summary>In the order in which they are first seen.</summary>
    private static IEnumerable<PointColumn> OfValues(IReadOnlyList<PointRecord> points) => points
        .SelectMany(point => point.Result?.Values ?? [])
        .DistinctBy(value => value.Name)
        .Select(value => Number(
            ValuePrefix + value.Name,
            value.Unit,
            $"{value.Name}, as the probe observed it.",
            row => row.Point.Result?.ValueOf(value.Name)));

    private static PointColumn OfMetric(MetricResponse metric) => Number(
        MetricPrefix + metric.Name, metric.Unit, Sentence.Start(metric.Label) + ".",
        row => row.Point.ValueOf(metric.Name));

    private static IEnumerable<PointColumn> OfDistribution(PointDistribution distribution)
    {
        var unit = distribution.Unit;
        var part = new PartColumns<PointDistribution>(
            DistributionPrefix, distribution.Name, result => result.DistributionOf(distribution.Name));
        return
        [
            part.Count("exact", "Observations that are known exactly", one => one.Exact),
            part.Count("rightCensored", "Observations of which only a lower bound is known", one => one.RightCensored),
            part.Count("intervalCensored", "Observations of which a lower and an upper bound are known", one => one.IntervalCensored),
            part.Figure("mean", unit, "Mean of the exact ones", one => one.Mean),
            part.Figure("min", unit, "Smallest of the exact ones", one => one.Minimum),
            part.Figure("max", unit, "Largest of the exact ones", one => one.Maximum),
            part.Figure("p50", unit, "Median of all", one => one.P50),
            part.Figure("p90", unit, "90th percentile of all", one => one.P90),
            part.Figure("p95", unit, "95th percentile of all", one => one.P95),
            part.Figure("p99", unit, "99th percentile of all", one => one.P99),
        ];
    }

    private static IEnumerable<PointColumn> OfType(string name)
    {
        var part = new PartColumns<OperationTypeSummary>(TypePrefix, name, result => result.OperationsOf(name));
        return
        [
            part.Count("operations", "Operations that ended, whatever their outcome", one => one.Operations),
            part.Count("ok", "Operations that succeeded", one => one.Outcomes.GetValueOrDefault(OperationOutcome.Ok)),
            part.Figure("operationsPerSecond", "1/s", "Successful operations per second, the clients' own means added up",
                one => one.OperationsPerSecond.SumOfClientMeans),
            part.Figure("latencyMean", "ns", "Mean latency", one => one.Latency.MeanNanoseconds),
            part.Figure("latencyMeanLow", "ns", "Lower end of the mean's 95 % interval, of this point alone",
                one => one.MeanNanosecondsLow),
            part.Figure("latencyMeanHigh", "ns", "Upper end of the mean's 95 % interval", one => one.MeanNanosecondsHigh),
            part.Figure("latencyP50", "ns", "Median latency", one => one.Latency.P50Nanoseconds),
            part.Figure("latencyP90", "ns", "90th percentile of the latency", one => one.Latency.P90Nanoseconds),
            part.Figure("latencyP95", "ns", "95th percentile of the latency", one => one.Latency.P95Nanoseconds),
            part.Figure("latencyP99", "ns", "99th percentile of the latency", one => one.Latency.P99Nanoseconds),
            part.Figure("latencyMax", "ns", "Longest latency", one => one.Latency.MaximumNanoseconds),
            part.Figure("limit", "ns", "Longest that one should take", one => one.LimitNanoseconds),
            part.Figure("withinLimit", "", "Operations that succeeded within the limit", one => one.WithinLimit),
        ];
    }

    /// <summary>Columns of the figures of one part of a result, which has a name.</summary>
    private sealed record PartColumns<TPart>(string Prefix, string Name, Func<PointResult, TPart?> Find)
        where TPart : class
    {
        public PointColumn Count(string figure, string meaning, Func<TPart, long> read) => Whole(
            NameOf(figure), "", MeaningOf(meaning), row => In(row) is { } part ? read(part) : null);

        public PointColumn Figure(string figure, string unit, string meaning, Func<TPart, double?> read) => Number(
            NameOf(figure), unit, MeaningOf(meaning), row => In(row) is { } part ? read(part) : null);

        private string NameOf(string figure) => $"{Prefix}{Name}.{figure}";

        private string MeaningOf(string meaning) => $"{meaning}: {Name}.";

        private TPart? In(PointRow row) => row.Point.Result is { } result ? Find(result) : null;
    }

    private static PointColumn OfParameter(
        string name, ParameterDefinition? definition, IEnumerable<JsonNode?> values, Func<PointRow, JsonNode?> read)
    {
        var (unit, meaning) = (definition?.Unit ?? "", definition?.Description ?? "");
        return TypeOf(definition, values) switch
        {
            ColumnType.Whole => Whole(name, unit, meaning, row => LevelCell.Of(read(row)) as long?),
            ColumnType.Number => Number(name, unit, meaning,
                row => LevelCell.Of(read(row)) switch { long whole => whole, double number => number, _ => null }),
            _ => Text(name, meaning, row => LevelCell.Of(read(row)) switch
            {
                string text => text,
                IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
                _ => null,
            }),
        };
    }

    /// <summary>A parameter that takes decimals is a number, whatever this run gave it: its column has one type in all files.</summary>
    private static ColumnType TypeOf(ParameterDefinition? definition, IEnumerable<JsonNode?> values)
    {
        var cells = values.Select(LevelCell.Of).ToArray();
        return Array.TrueForAll(cells, cell => cell is long) && definition?.Kind != ParameterKind.Number ? ColumnType.Whole
            : Array.TrueForAll(cells, cell => cell is long or double) ? ColumnType.Number : ColumnType.Text;
    }

    /// <summary>The words of an enumeration, for the meaning of a column that has them.</summary>
    internal static string Words<TWord>() where TWord : struct, Enum =>
        string.Join(", ", Enum.GetValues<TWord>().Select(word => CamelCase.Of(word)));
}
