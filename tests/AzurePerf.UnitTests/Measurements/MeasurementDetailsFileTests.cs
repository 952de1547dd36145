using System.IO.Compression;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Testing.Measurements;
using AzurePerf.UnitTests.Golden;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class MeasurementDetailsFileTests
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    [Fact]
    public void The_file_is_the_gzipped_JSON_that_the_golden_file_shows()
    {
        using var gzip = new GZipStream(new MemoryStream(MeasurementDetailsFile.Write(Example())), CompressionMode.Decompress);

        GoldenFile.Check("measurement-details.json", JsonSerializer.Serialize(JsonSerializer.Deserialize<JsonElement>(gzip), Indented) + "\n");
    }

    [Fact]
    public async Task What_is_written_can_be_read_again()
    {
        var file = MeasurementDetailsFile.Write(Example());
        var read = await ReadAsync(file);

        Assert.Equal(file, MeasurementDetailsFile.Write(read));
        Assert.Equal(Example().Clients, read.Clients);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("[1]")]
    [InlineData("{\"version\": 4}")]
    public async Task Another_document_is_refused(string json)
    {
        using var file = new MemoryStream();
        using (var gzip = new GZipStream(file, CompressionLevel.Fastest))
        {
            gzip.Write(Encoding.UTF8.GetBytes(json));
        }

        await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync(file.ToArray()));
    }

    [Fact]
    public async Task A_file_of_the_first_version_can_be_read()
    {
        var read = await ReadAsync(MeasurementDetailsFile.Write(Example() with { Version = 1, LatencyTotals = null, Timing = null, Members = [], Origin = null, LatencyLogHash = "" }));

        Assert.Equal(Example().Clients, read.Clients);
        Assert.Null(read.LatencyTotals);
    }

    [Fact]
    public async Task A_file_before_the_first_version_is_refused() =>
        await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync(MeasurementDetailsFile.Write(Example() with { Version = 0 })));

    [Fact]
    public async Task A_file_that_is_not_gzipped_is_refused() => await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync("{}"u8.ToArray()));

    private static async Task<MeasurementDetails> ReadAsync(byte[] file)
    {
        using var stream = new MemoryStream(file);
        return await MeasurementDetailsFile.ReadAsync(stream, TestContext.Current.CancellationToken);
    }

    private static MeasurementDetails Example()
    {
        var samples = new SampleText();
        samples.Append([new(0, 0, 0, 1_000, 100, OperationOutcome.Ok, 1), new(0, 1_500, 1_500, 2_000, 0, OperationOutcome.ServerTimeout, 0)]);
        var throughput = BinSeries.Coarse();
        throughput.Add(0, 100);
        return new()
        {
            Clients = [Client(0, 0, 0.002) with { Failed = 1, BusyNanoseconds = 1_500, HarnessNanoseconds = 500, WarmUpOperations = 20, WarmUpFailures = 1 }, NeverStarted(1)],
            PlannedWireRequestsPerOperation = 1,
            SetUpNanoseconds = 1_000_000_000,
            WarmUpNanoseconds = 300_000_000,
            Latencies = "b2s=",
            LatencyTotals = new(2, 0, 1_000, 2_000, 3_000, new UInt128(1, 0)),
            FailureLatencies = new() { [OperationOutcome.ServerTimeout] = "ZmFpbA==" },
            FailureMessages = new() { [OperationOutcome.ServerTimeout] = "RequestFailedException: timed out" },
            FollowUpMessage = "",
            BlockLatencies = "YmxvY2s=",
            Throughput = ByteBins.Of(throughput),
            OperationBins = new(5_000_000, [0, 1]),
            VerifiesContent = true,
            ServiceLimit = new("one queue", 2_000, "messages/s of 1 KiB"),
            SamplesKept = 2,
            SamplesNotKept = 0,
            Samples = samples.ToString(),
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
