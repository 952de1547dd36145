using System.IO.Compression;
using System.Text;
using System.Text.Json;
using AzurePerf.Core.Measurements;
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
    [InlineData("{\"version\": 2}")]
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
        var throughput = new ByteSeries();
        throughput.Add(0, 100);
        return new()
        {
            Clients = [Client(0, 0, 0.002) with { Failed = 1, BusyNanoseconds = 1_500, HarnessNanoseconds = 500, WarmUpOperations = 20, WarmUpFailures = 1 }, NeverStarted(1)],
            PlannedWireRequestsPerOperation = 1,
            SetUpNanoseconds = 1_000_000_000,
            WarmUpNanoseconds = 300_000_000,
            Latencies = "b2s=",
            FailureLatencies = new() { [OperationOutcome.ServerTimeout] = "ZmFpbA==" },
            FailureMessages = new() { [OperationOutcome.ServerTimeout] = "RequestFailedException: timed out" },
            FollowUpMessage = "",
            BlockLatencies = "YmxvY2s=",
            Throughput = ByteBins.Of(throughput),
            SamplesKept = 2,
            SamplesNotKept = 0,
            Samples = samples.ToString(),
            Environment = new()
            {
                Runtime = ".NET 10.0.0",
                OperatingSystem = "Linux 6.1",
                Architecture = "X64",
                Processors = 2,
                ServerGc = false,
                GcLatencyMode = "Interactive",
                ClockFrequency = 1_000_000_000,
                WindowSeconds = 0.25,
                ProcessorSeconds = 0.125,
                GcPauseSeconds = 0,
                GcCollections = [1, 0, 0],
                ThreadPoolThreads = 4,
                WorkingSetBytes = 104_857_600,
            },
        };
    }
}
