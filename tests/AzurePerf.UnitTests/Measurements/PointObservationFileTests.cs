using System.IO.Compression;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Reports;
using AzurePerf.Testing.Measurements;
using AzurePerf.UnitTests.Golden;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class PointObservationFileTests
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    [Fact]
    public void The_file_is_the_gzipped_JSON_that_the_golden_file_shows()
    {
        using var gzip = new GZipStream(new MemoryStream(Example().ToFile()), CompressionMode.Decompress);

        GoldenFile.Check("measurement-details.json", JsonSerializer.Serialize(JsonSerializer.Deserialize<JsonElement>(gzip), Indented) + "\n");
    }

    [Fact]
    public async Task What_is_written_can_be_read_again()
    {
        var file = Example().ToFile();
        var read = await ReadAsync(file);

        Assert.Equal(file, read.ToFile());
        Assert.Equal(Example().Clients, read.Clients);
    }

    [Fact]
    public async Task Samples_as_many_as_there_may_be_and_as_large_as_they_can_be_are_read_as_they_were()
    {
        var random = new Random(5);
        var samples = Enumerable.Range(0, 100_000).Select(number => number % 10 == 0 ? Widest : Draw(random)).ToArray();

        Assert.Equal(samples, (await ReadAsync((Example() with { Samples = samples }).ToFile())).Samples);
    }

    [Fact]
    public void The_longest_line_of_a_sample_fits_where_lines_are_written() =>
        Assert.Equal(Widest, Assert.Single(SampleText.Read(SampleText.Header + "\n" + new RunSamples("").Of(3, [Widest])["3,".Length..])));

    [Theory]
    [InlineData("", 0)]
    [InlineData(SampleText.Header, 0)]
    [InlineData(SampleText.Header + "\n", 0)]
    [InlineData(SampleText.Header + "\n0,0,0,1000,100,ok,1", 1)]
    [InlineData(SampleText.Header + "\n0,0,0,1000,100,ok,1\n0,1000,1000,2000,100,ok,1", 2)]
    public void Samples_are_read_whatever_ends_the_text(string text, int expected) => Assert.Equal(expected, SampleText.Read(text).Count);

    [Theory]
    [InlineData("2147483648,0,0,1000,100,ok,1", "'2147483648,0,0,1000,100,ok,1' is no sample")]
    [InlineData("0,0,0,1000,100,ok,-1", "'0,0,0,1000,100,ok,-1' is no sample")]
    [InlineData("1,2", "'1,2' is no sample")]
    [InlineData("0,0,0,1000,100,ok,1,7", "'0,0,0,1000,100,ok,1,7' is no sample")]
    [InlineData("0,0,0,1000,100,Fine,1", "'0,0,0,1000,100,Fine,1' is no sample")]
    [InlineData("0,0,1000,999,100,ok,1", "'0,0,1000,999,100,ok,1' is no sample")]
    [InlineData("-1,0,0,1000,100,ok,1", "'-1,0,0,1000,100,ok,1' is no sample")]
    public async Task A_line_that_is_no_sample_is_named(string line, string expected)
    {
        var document = JsonNode.Parse(new GZipStream(new MemoryStream(Example().ToFile()), CompressionMode.Decompress))!;
        document["samples"] = SampleText.Header + "\n" + line + "\n";

        Assert.Contains(
            expected, (await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync(Zipped(document.ToJsonString())))).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("[1]")]
    [InlineData("{\"version\": 4}")]
    [InlineData("{\"version\": \"4\"}")]
    public async Task Another_document_is_refused(string json) => await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync(Zipped(json)));

    [Theory]
    [InlineData(PointObservation.CurrentVersion - 1)]
    [InlineData(PointObservation.CurrentVersion + 1)]
    public async Task A_file_of_another_format_is_refused_and_both_formats_are_named(int version)
    {
        var refused = await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync((Example() with { Version = version }).ToFile()));

        Assert.Equal($"details of format {version} cannot be read by this build, which has format {PointObservation.CurrentVersion}", refused.Message);
    }

    [Fact]
    public async Task A_file_that_is_not_gzipped_is_refused() => await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync("{}"u8.ToArray()));

    private static byte[] Zipped(string json)
    {
        using var file = new MemoryStream();
        using (var gzip = new GZipStream(file, CompressionLevel.Fastest))
        {
            gzip.Write(Encoding.UTF8.GetBytes(json));
        }

        return file.ToArray();
    }

    private static async Task<PointObservation> ReadAsync(byte[] file)
    {
        using var stream = new MemoryStream(file);
        return await PointObservation.ReadAsync(stream, TestContext.Current.CancellationToken);
    }

    private static Sample Widest => new(int.MaxValue, long.MinValue, long.MinValue, long.MinValue, long.MinValue, LongestName, int.MaxValue);

    private static OperationOutcome LongestName { get; } = Enum.GetValues<OperationOutcome>().MaxBy(outcome => outcome.ToString().Length);

    private static Sample Draw(Random random)
    {
        var start = random.NextInt64(long.MinValue / 2, long.MaxValue / 2);
        return new(random.Next(64), start - random.Next(), start, start + random.Next(), random.NextInt64(), random.GetItems(Enum.GetValues<OperationOutcome>(), 1)[0], random.Next(5));
    }

    private static PointObservation Example()
    {
        var throughput = BinTimeline.Coarse();
        throughput.Add(0, 100);
        return new()
        {
            Clients = [Client(0, 0, 0.002) with { Failed = 1, BusyNanoseconds = 1_500, HarnessNanoseconds = 500, WarmUpOperations = 20, WarmUpFailures = 1 }, NeverStarted(1)],
            PlannedWireRequestsPerOperation = 1,
            SetUpNanoseconds = 1_000_000_000,
            WarmUpNanoseconds = 300_000_000,
            Latencies = Latencies(2),
            Failures = new SortedDictionary<OperationOutcome, FailedOperations> { [OperationOutcome.ServerTimeout] = new(Latencies(1), "RequestFailedException: timed out") },
            OperationTypes = [new(new("read") { Limit = TimeSpan.FromSeconds(1), PlannedShare = 19 }, Latencies(2), new SortedDictionary<OperationOutcome, FailedOperations>()) { Course = new(10, [1, 1], [5, 6]) }],
            Values = [new("sent", "B", 12, ValueMerge.Sum)],
            Distributions = [new() { Name = "ready after", Unit = "ns", Exact = Latencies(3), AtLeast = Latencies(1), Between = [new(1_000, 2_000, 4)] }],
            OpenLoop = new(ArrivalKind.Poisson, Latencies(2), Latencies(2), new()),
            BlockLatencies = Latencies(1),
            Throughput = ByteBins.Of(throughput),
            OperationBins = new(5_000_000, [0, 1]),
            VerifiesContent = true,
            ServiceLimit = new("one queue", 2_000, "messages/s of 1 KiB"),
            SamplesKept = 2,
            SamplesNotKept = 0,
            Samples = [new(0, 0, 0, 1_000, 100, OperationOutcome.Ok, 1), new(0, 1_500, 1_500, 2_000, 0, OperationOutcome.ServerTimeout, 0)],
            Origin = Origin,
            LatencyLogHash = FileHash.Of("log"u8),
            Timing = Timing,
            Members =
            [
                new() { Timing = Timing, BoundNanoseconds = 90, FirstStartNanoseconds = 12, LastEndNanoseconds = 2_012, OverlapFromSamples = true, Environment = SampleEnvironment.Value },
            ],
            Environment = SampleEnvironment.Value with
            {
                Kernel = "6.1.0",
                ProcessorModel = "a processor",
                ProcessorQuota = 1.5,
                Machine = new() { BusyShare = 0.5, StealShare = 0.01, ContextSwitches = 900, ThrottledPeriods = 2, ThrottledSeconds = 0.1, ReceivedBytes = 5, SentBytes = 6, LoopbackBytes = 7 },
                Canary = new(new(400, 1_000, 60_000, 900_000), new(2, null, null, 4_000), 3),
                Calibration = new(1_000_000, 0.125, null),
                ConnectionsOpened = 1,
            },
        };
    }

    private static MeasurementOrigin Origin { get; } = new()
    {
        RunId = "abcdefghij2345672345",
        PlanHash = FileHash.Of("plan"u8),
        Experiment = "blob.download",
        Scale = "quick",
        Seed = 42,
        Point = 3,
        Repetition = 2,
        Attempt = 1,
        Levels = new() { ["clients"] = 2 },
        Parameters = new() { ["clients"] = new JsonArray(1, 2), ["operationsPerClient"] = 20 },
        Target = "default",
        Emulator = true,
        Tags = new SortedDictionary<string, string> { ["region"] = "westeurope" },
        WorkerId = "worker1",
        HostId = "host1",
        Build = "1.0.0+abc",
        OpenedAt = new(2026, 8, 1, 10, 20, 30, TimeSpan.Zero),
        Clients = new()
        {
            MaximumRetries = 0,
            TimeoutSeconds = 60,
            ConnectionsPerServer = 1,
            ConnectionLifetimeSeconds = null,
            NoDelay = true,
            Proxy = false,
            Compression = false,
        },
    };

    private static MemberTiming Timing { get; } = new()
    {
        Member = 1,
        WorkerId = "worker1",
        HostId = "host1",
        Before = new("clock", -500, 90, 7_000),
        After = new("clock", -510, 60, 9_000_000),
        PlannedStartNanoseconds = 8_000,
        OpenedNanoseconds = 8_012,
    };
}
