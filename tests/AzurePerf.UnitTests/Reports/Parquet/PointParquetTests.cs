using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Reports.Columns;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Cli;
using AzurePerf.UnitTests.Runs;
using AzurePerf.Web.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Parquet;

public sealed class PointParquetTests
{
    private const string Parameters = """
        {
            "entityBytes": [1024], "partitions": [1], "clients": [1, 4], "operationsPerClient": 20,
            "arrivals": "poisson", "operationsPerSecond": [2, 0.5]
        }
        """;

    [Fact]
    public async Task Every_cell_that_another_program_reads_is_that_of_the_csv()
    {
        var (run, points) = Measured();

        var read = await OtherReader.ReadAsync(await FileOfAsync(run, points));

        var csv = CsvCells.Of(PointCsv.Render(run, points));
        Assert.Equal(csv[0], read.Columns.Select(column => column.Name));
        Assert.Equal(csv.Count - 1, read.Rows.Length);
        Assert.Equal([12], read.Groups);
        var columns = PointColumns.Of(run, points, Shipped.Experiments.Find(run.Spec.Experiment));
        var differences =
            from row in read.Rows.Select((cells, index) => (cells, line: csv[index + 1]))
            from column in columns.Select((column, index) => (column, index))
            let expected = row.line[column.index]
            let actual = TextOf(column.column.Type, row.cells[column.index])
            where Comparable(column.column.Type, expected) != actual
            select $"{column.column.Name}: CSV {expected}, Parquet {actual}";
        Assert.Empty(differences);
        // The comparison is worth something only where all types have values, and some cells none.
        Assert.All(Enum.GetValues<ColumnType>(), type => Assert.Contains(columns, column => column.Type == type));
        Assert.Contains(read.Rows, row => row.Any(cell => cell.ValueKind == JsonValueKind.Null));
    }

    [Fact]
    public async Task Values_are_stored_as_what_they_are_and_each_column_says_its_unit_and_meaning()
    {
        var (run, points) = Measured();

        var read = await OtherReader.ReadAsync(await FileOfAsync(run, points));

        Assert.Equal(
            ("BYTE_ARRAY", "STRING", "INT64", "DOUBLE", "BOOLEAN", "INT64", "TIMESTAMP", "MICROS", true),
            (Of("experiment").Type, Of("experiment").Logical, Of("operations").Type, Of("latencyMeanNanoseconds").Type, Of("emulator").Type,
                Of("claimedAt").Type, Of("claimedAt").Logical, Of("claimedAt").Unit, Of("claimedAt").Utc));
        Assert.Equal(
            ("INT64", "INT64", "DOUBLE"), (Of("clients").Type, Of("parameters.operationsPerClient").Type, Of("operationsPerSecond").Type));
        Assert.Equal("B", Of("entityBytes").Metadata[0]["unit"]);
        var parameter = Shipped.Experiments.Find("table.insert")!.FindParameter("entityBytes")!;
        Assert.Equal(parameter.Description, Of("entityBytes").Metadata[0]["meaning"]);
        Assert.Equal("DOUBLE", Of("values.share within 2 ms").Type);
        Assert.Equal(run.Id, read.Metadata["azureperf.run"]);
        var listed = JsonDocument.Parse(read.Metadata["azureperf.columns"]).RootElement.EnumerateArray().ToArray();
        Assert.Equal(read.Columns.Select(column => column.Name), listed.Select(column => column.GetProperty("name").GetString()));
        Assert.All(listed.Zip(read.Columns), both => Assert.Equal(
            (both.First.GetProperty("unit").GetString(), both.First.GetProperty("meaning").GetString()),
            (both.Second.Metadata[0]["unit"], both.Second.Metadata[0]["meaning"])));

        OtherReader.Column Of(string name) => read.Columns.Single(column => column.Name == name);
    }

    [Fact]
    public async Task A_long_run_is_written_group_by_group_and_never_synchronously()
    {
        var (run, points) = Measured();
        var many = points with
        {
            Points = [.. Enumerable.Range(0, 2_000).Select(index => points.Points[index % 10] with { Number = index + 1 })],
        };
        await using var body = new StrictStream();

        await PointParquet.WriteAsync(body, run, many, null, TestContext.Current.CancellationToken);

        var read = await OtherReader.ReadAsync(body.ToArray());
        Assert.Equal([500, 500, 500, 500], read.Groups);
        var numbers = Array.FindIndex(read.Columns, column => column.Name == "point");
        Assert.Equal(
            Enumerable.Range(1, 2_000).Select(number => $"{number}"), read.Rows.Select(row => TextOf(ColumnType.Whole, row[numbers])));
        // Each column of each group went out by itself. The largest part is the footer, which describes them all.
        Assert.InRange(body.Writes, 4 * read.Columns.Length, int.MaxValue);
        Assert.InRange(body.LargestWrite, 1, body.Length / 2);
    }

    [Fact]
    public async Task A_run_without_points_is_a_file_with_columns_and_no_row()
    {
        var read = await OtherReader.ReadAsync(await FileOfAsync(SampleRuns.Run("table.insert", Parameters), SampleRuns.Points()));

        Assert.Empty(read.Rows);
        Assert.Contains(read.Columns, column => column.Name == "latencyP99Nanoseconds");
    }

    [Fact]
    public void The_values_of_an_experiment_that_is_not_known_say_what_type_their_columns_have()
    {
        var (run, points) = Measured();

        var columns = PointColumns.Of(run, points, null).ToDictionary(column => column.Name, column => column.Type);

        Assert.Equal((ColumnType.Whole, ColumnType.Number), (columns["clients"], columns["operationsPerSecond"]));
    }

    [Theory]
    [InlineData("compute.dgemm")]
    [InlineData("table.insert")]
    public async Task Each_metric_of_the_experiment_has_a_column(string id)
    {
        var run = SampleRuns.Run(id, "{}") with { Spec = SampleSpecs.Of($$"""{"experiment": "{{id}}", "preset": "quick"}""") };
        var definition = Shipped.Experiments.Find(id)!;
        var levels = RunPlanner.Plan(definition, run.Spec).Points[0].Levels.ToJsonString();
        var points = RunReport.Of(definition, run.Spec, run.Id, RunStatus.Completed, emulator: false, [
            SampleRuns.Measured(1, 1, levels, SampleRuns.Summary(2, 4_000, 2, 1)), SampleRuns.Measured(2, 2, levels, SampleRuns.Summary(2, 4_000, 3, 1))]);

        var read = await OtherReader.ReadAsync(await FileOfAsync(run, points));

        var numbers = read.Rows[0].Where(cell => cell.ValueKind == JsonValueKind.Object && cell.TryGetProperty("number", out _))
            .Select(cell => double.Parse(cell.GetProperty("number").GetString()!, CultureInfo.InvariantCulture)).ToArray();
        Assert.All(definition.Metrics.Select(metric => (metric.Name, Value: points.Points[0].ValueOf(metric.Name))).Where(one => one.Value is not null),
            one => Assert.True(numbers.Contains(one.Value!.Value), $"no column has {one.Name}"));
        Assert.Contains(definition.Metrics, metric => points.Points[0].ValueOf(metric.Name) is not null);
        Assert.Equal(id == "compute.dgemm", read.Columns.Any(column => column.Name == "metrics.flopPerSecond"));
    }

    /// <summary>Six repetitions of two configurations. One failed; in two a text looks like a formula to a spreadsheet.</summary>
    private static (RunResponse Run, PointListResponse Points) Measured()
    {
        var run = SampleRuns.Run("table.insert", Parameters);
        var points = Enumerable.Range(1, 12).Select(number =>
        {
            var (clients, rate) = number % 2 == 0 ? (4, "0.5") : (1, "2");
            var levels = $$"""{"entityBytes":1024,"partitions":1,"clients":{{clients}},"operationsPerSecond":{{rate}}}""";
            var summary = SampleRuns.Summary(clients, 100 * number, 10.1 / number, 1024);
            return number switch
            {
                3 => SampleRuns.Failed(number, 2, levels, "=HYPERLINK(\"http://example.org\")"),
                4 => SampleRuns.Measured(number, 2, levels, Failing(SampleRuns.GeneratorBound(summary))) with { Sku = "=\"D4\", v5;\nnew" },
                _ => SampleRuns.Measured(number, (number + 1) / 2, levels, summary) with
                {
                    Build = "1.0+ä",
                    Result = summary with { Values = [new("share within 2 ms", "", 0.1 * number, ValueMerge.Mean)] },
                    ClaimedAt = SampleRuns.Submitted.AddTicks(1_234_567 + number),
                },
            };
        }).ToArray();
        return (run, RunReport.Of(Shipped.Experiments.Find(run.Spec.Experiment), run.Spec, run.Id, RunStatus.Completed, emulator: true, points));
    }

    private static PointResult Failing(PointResult summary) =>
        SampleRuns.WithFailures(summary, OperationOutcome.Conflict, 1, "EntityAlreadyExists, \"again\"");

    private static async Task<byte[]> FileOfAsync(RunResponse run, PointListResponse points)
    {
        await using var body = new StrictStream();
        var definition = Shipped.Experiments.Find(run.Spec.Experiment);
        await PointParquet.WriteAsync(body, run, points, definition, TestContext.Current.CancellationToken);
        return body.ToArray();
    }

    private static string TextOf(ColumnType type, JsonElement cell) => (type, cell.ValueKind) switch
    {
        (_, JsonValueKind.Null) => "",
        (ColumnType.Text, _) => cell.GetString()!,
        (ColumnType.Truth, _) => cell.GetBoolean() ? "true" : "false",
        (ColumnType.Instant, _) => cell.GetProperty("micros").GetString()!,
        (ColumnType.Number, _) => Shortest(cell.GetProperty("number").GetString()!),
        _ => cell.GetProperty("number").GetString()!,
    };

    /// <summary>The text of CSV as the cell of Parquet says it: no apostrophe before a formula, whole microseconds.</summary>
    private static string Comparable(ColumnType type, string text) => (type, text) switch
    {
        (_, "") => "",
        (ColumnType.Text, ['\'', '=', ..]) => text[1..],
        (ColumnType.Instant, _) => Microseconds(text),
        (ColumnType.Number, _) => Shortest(text),
        _ => text,
    };

    private static string Shortest(string number) =>
        double.Parse(number, CultureInfo.InvariantCulture).ToString("R", CultureInfo.InvariantCulture);

    private static string Microseconds(string instant)
    {
        var ticks = (DateTimeOffset.Parse(instant, CultureInfo.InvariantCulture) - DateTimeOffset.UnixEpoch).Ticks;
        return (ticks / 10).ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>As the body of an answer: what is written synchronously is refused.</summary>
    private sealed class StrictStream : MemoryStream
    {
        public int LargestWrite { get; private set; }

        public int Writes { get; private set; }

        public override bool CanSeek => false;

        public override void Flush() => throw new InvalidOperationException("synchronous");

        public override void Write(byte[] buffer, int offset, int count) => throw new InvalidOperationException("synchronous");

        public override void Write(ReadOnlySpan<byte> buffer) => throw new InvalidOperationException("synchronous");

        public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Writes++;
            LargestWrite = Math.Max(LargestWrite, buffer.Length);
            base.Write(buffer.ToArray(), 0, buffer.Length);
            return ValueTask.CompletedTask;
        }
    }
}
