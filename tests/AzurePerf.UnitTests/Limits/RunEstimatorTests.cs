using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Limits;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Limits;

public sealed class RunEstimatorTests
{
    [Theory]
    [InlineData(0, 60)]
    [InlineData(1, 60 + 256)]
    [InlineData(256, 60 + 256)]
    [InlineData(257, 60 + 512)]
    public void Each_connection_of_an_open_loop_warms_up(int warmUp, double operations) => Assert.Equal(operations, Of($$"""
        { "experiment": "queue.peek", "repetitions": 1, "parameters": { "clients": 1, "operationsPerClient": 0, "durationSeconds": 3, "arrivals": "constant", "operationsPerSecond": 20, "inFlightPerClient": 256, "warmUpOperations": {{warmUp}} } }
        """).Operations);

    [Fact]
    public void Operations_bytes_and_requests_of_all_points_are_added_up_with_their_warm_up()
    {
        var estimate = Of("""
            { "experiment": "queue.add", "repetitions": 3, "parameters": { "clients": [1, 4], "operationsPerClient": 50, "warmUpOperations": 10, "messageBytes": 512, "queueLength": 200 } }
            """);

        Assert.Equal(6, estimate.Points);
        Assert.Equal(3 * 5 * (50 + 10), estimate.Operations);
        Assert.Equal(900 * 512, estimate.Bytes);
        Assert.Equal(900 + (6 * 200), estimate.Requests["queue"]);
        Assert.True(estimate.IsBound);
        Assert.True(estimate.Duration > TimeSpan.Zero);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void A_database_that_several_points_copy_is_loaded_once(int repetitions) => Assert.Equal(
        new SqlScaleOptions().BytesBefore,
        Of($$"""{ "experiment": "sql.scale", "repetitions": {{repetitions}}, "parameters": { "clients": [1, 2], "customers": 1000, "dailyMarketDays": 60 } }""").DataBytes,
        1.0);

    [Fact]
    public void A_search_goes_through_the_table_page_by_page_and_finds_ten_entities()
    {
        var estimate = Of("""{ "experiment": "table.filter", "repetitions": 1, "parameters": { "clients": 2, "operationsPerClient": 3, "warmUpOperations": 0, "datasetEntities": 20500, "entityBytes": 4096 } }""");

        Assert.Equal((2 * 3 * 21) + 205, estimate.Requests["table"]);
        Assert.Equal(2 * 3 * 10 * 4_096, estimate.Bytes);
    }

    [Theory]
    [InlineData(4_096, 2_200)]
    [InlineData(65_536, 3_493)]
    [InlineData(1 << 20, 73_334)]
    public void Large_entities_are_inserted_fewer_at_a_time(int entityBytes, long requests)
    {
        var estimate = Of($$"""{ "experiment": "table.query", "repetitions": 1, "parameters": { "clients": 1, "operationsPerClient": 1, "warmUpOperations": 0, "datasetEntities": 220000, "entityBytes": {{entityBytes}} } }""");

        Assert.Equal((1 + requests, 220_000L * entityBytes), (estimate.Requests["table"], estimate.DataBytes));
    }

    [Fact]
    public void A_blob_that_is_read_is_uploaded_into_every_container_before()
    {
        var estimate = Of("""{ "experiment": "blob.download", "repetitions": 1, "parameters": { "clients": 1, "operationsPerClient": 1, "warmUpOperations": 0, "blobBytes": 1099511627776, "containers": 100 } }""");

        Assert.Equal((1 + (100 * 50_001), 100L << 40), (estimate.Requests["blob"], estimate.DataBytes));
    }

    [Theory]
    [InlineData("blob.download", 30)]
    [InlineData("blob.upload", 0)]
    public void What_a_download_does_is_reads_and_what_makes_its_blobs_is_not(string experiment, long reads)
    {
        var estimate = Of($$"""{ "experiment": "{{experiment}}", "repetitions": 1, "parameters": { "clients": 2, "blobBytes": 1024, "operationsPerClient": 5, "warmUpOperations": 10 } }""");

        Assert.Equal(reads, estimate.BlobReads);
        Assert.True(estimate.Requests["blob"] > reads, "its blobs are written");
    }

    [Theory]
    [InlineData("blob.download")]
    [InlineData("blob.upload")]
    public void A_warm_up_with_small_blobs_counts_as_small(string experiment) => Assert.Equal(
        (2L * 3 * (8 << 20)) + (2 * 10 * (1 << 20)),
        Of($$"""{ "experiment": "{{experiment}}", "repetitions": 1, "parameters": { "clients": 2, "blobBytes": 8388608, "operationsPerClient": 3, "warmUpOperations": 10 } }""").Bytes);

    [Fact]
    public void A_received_message_costs_its_put_and_its_receive_and_one_of_the_warm_up_its_delete_too() => Assert.Equal(
        60 + 60 + 10 + 200,
        Of("""{ "experiment": "queue.receive", "repetitions": 1, "parameters": { "clients": 1, "operationsPerClient": 50, "warmUpOperations": 10, "queueLength": 200 } }""").Requests["queue"]);

    [Theory]
    [InlineData("table.query", 1 + 1_000, """ "clients": 1, "operationsPerClient": 1, "datasetEntities": 2000 """)]
    [InlineData("table.query", 1 + 700, """ "clients": 1, "operationsPerClient": 1, "datasetEntities": 700 """)]
    [InlineData("table.query", 1 + 1_500, """ "clients": 1, "operationsPerClient": 1, "datasetEntities": 100500 """)]
    [InlineData("table.delete", 50 + 1_000 + 3_000 + 1, """ "clients": 1, "operationsPerClient": 50, "datasetEntities": 2000 """)]
    [InlineData("table.delete", 192 + 192, """ "clients": 192, "operationsPerClient": 1 """)]
    [InlineData("table.insert", 300 + 1_000 + 3_000 + 3, """ "clients": 3, "operationsPerClient": 100, "datasetEntities": 2000, "entityBytes": 65536 """)]
    [InlineData("table.insert", 1_200 + 1_000 + 3_000 + 12 + 1, """ "clients": 1, "operationsPerClient": 0, "bytesPerClient": 4915200, "datasetEntities": 2000 """)]
    public void Each_partition_is_filled_and_looked_through_by_requests_of_its_own(string experiment, long requests, string parameters) => Assert.Equal(
        requests, Of($$"""{ "experiment": "{{experiment}}", "repetitions": 1, "parameters": { "warmUpOperations": 0, "partitions": 1000, {{parameters}} } }""").Requests["table"]);

    [Theory]
    [InlineData("blob.upload", "blob", 17 + 5, """ "clients": 1, "operationsPerClient": 1, "warmUpOperations": 5, "blobBytes": 1073741824, "blockBytes": 67108864 """)]
    [InlineData("table.filter", "table", 21 + 205 + 5, """ "clients": 1, "operationsPerClient": 1, "warmUpOperations": 5, "datasetEntities": 20500 """)]
    [InlineData("table.delete", "table", 2 + 1 + (5 * 2), """ "clients": 1, "operationsPerClient": 2, "warmUpOperations": 5 """)]
    [InlineData("queue.length", "queue", (3 * 2) + 200 + (3 * 5), """ "operation": "receive", "clients": 1, "operationsPerClient": 2, "warmUpOperations": 5, "queueLength": 200 """)]
    [InlineData("queue.length", "queue", (2 * 2) + 200 + 5, """ "operation": "add", "clients": 1, "operationsPerClient": 2, "warmUpOperations": 5, "queueLength": 200 """)]
    public void An_operation_of_the_warm_up_counts_as_many_requests_as_it_sends(string experiment, string service, long requests, string parameters) => Assert.Equal(
        requests, Of($$"""{ "experiment": "{{experiment}}", "repetitions": 1, "parameters": { {{parameters}} } }""").Requests[service]);

    [Fact]
    public void Data_that_several_points_read_are_counted_once() => Assert.Equal(
        (2 * 60) + 5,
        Of("""{ "experiment": "table.query", "repetitions": 2, "parameters": { "clients": 1, "operationsPerClient": 50, "warmUpOperations": 10, "datasetEntities": 500 } }""").Requests["table"]);

    [Theory]
    [InlineData("table.insert", (2 * 60) + 5 + (2 * (3 + 1)))]
    [InlineData("table.delete", (2 * (50 + (10 * 2))) + 5 + (2 * (3 + 1)))]
    public void A_full_partition_is_made_once_and_each_point_looks_for_and_makes_or_removes_its_own_entities_in_it(string experiment, long requests) => Assert.Equal(
        requests,
        Of($$"""{ "experiment": "{{experiment}}", "repetitions": 2, "parameters": { "clients": 1, "operationsPerClient": 50, "warmUpOperations": 10, "datasetEntities": 500 } }""").Requests["table"]);

    [Fact]
    public void A_blob_of_several_blocks_is_a_request_for_each_and_one_to_commit() => Assert.Equal(
        11 * 4,
        Of("""{ "experiment": "blob.upload", "repetitions": 1, "parameters": { "clients": 1, "operationsPerClient": 1, "warmUpOperations": 10, "blobBytes": 300000, "blockBytes": 100000 } }""").Requests["blob"]);

    [Fact]
    public void A_point_that_time_alone_ends_has_no_bound_and_an_open_loop_has_one()
    {
        Assert.False(Of("""{ "experiment": "queue.peek", "parameters": { "operationsPerClient": 0, "durationSeconds": 10 } }""").IsBound);
        var open = Of("""
            { "experiment": "queue.peek", "repetitions": 1, "parameters": { "operationsPerClient": 0, "durationSeconds": 10, "arrivals": "poisson", "operationsPerSecond": 200, "warmUpOperations": 0 } }
            """);
        Assert.Equal((true, 2_000L), (open.IsBound, open.Operations));
    }

    [Theory]
    [InlineData(10_000_000, 1, 0, 50 + 300)]
    [InlineData(20, 1, 0, 20 + 300)]
    [InlineData(10_000_000, 40, 0, 40 * (5 + 30))]
    [InlineData(10_000_000, 1, 5, 2 + 12)]
    public void A_warm_up_that_time_ends_is_counted_as_what_is_expected_of_that_time(int warmUp, int clients, int think, long operations) => Assert.Equal(
        operations,
        Of($$"""
            { "experiment": "sql.scale", "repetitions": 1, "parameters": { "clients": {{clients}}, "warmUpOperations": {{warmUp}}, "warmUpSeconds": 10, "operationsPerClient": 0, "durationSeconds": 60, "thinkSeconds": {{think}} } }
            """).Operations);

    [Fact]
    public void What_measures_the_worker_itself_makes_no_requests() =>
        Assert.Empty(Of("""{ "experiment": "compute.dgemm", "preset": "quick", "target": "local" }""").Requests);

    [Fact]
    public void A_series_lasts_until_its_last_point() =>
        Assert.True(Of("""{ "experiment": "tcp.series", "preset": "paper", "target": "peer" }""").Duration > TimeSpan.FromDays(1));

    [Fact]
    public void A_series_of_several_combinations_repeats_all_of_them_at_its_interval()
    {
        var estimate = Of("""{ "experiment": "rpc.throughput", "preset": "paper", "target": "peer" }""");

        Assert.Equal(2 * 1_440, estimate.Points);
        Assert.InRange(estimate.Duration, TimeSpan.FromMinutes(1_439), TimeSpan.FromMinutes(1_441));
    }

    [Theory]
    [InlineData(60, 3_600 + 1_800)]
    [InlineData(0, 3_600 + 1_780)]
    public void A_series_lasts_until_the_points_of_its_last_repetition_end(int warmUpOperations, double seconds)
    {
        var estimate = Of($$"""
            { "experiment": "queue.peek", "repetitions": 2, "repeatEverySeconds": 3600, "parameters": { "clients": [1, 2], "operationsPerClient": 0, "durationSeconds": 890, "warmUpOperations": {{warmUpOperations}} } }
            """);

        Assert.Equal(seconds, estimate.Duration.TotalSeconds, 1.0);
    }

    [Fact]
    public void The_papers_thousands_of_transfers_are_a_series_of_a_thousand() =>
        Assert.Equal(1_000, Of("""{ "experiment": "tcp.bandwidth", "preset": "paper", "target": "peer" }""").Points);

    [Fact]
    public void Every_experiment_has_an_estimate_at_each_of_its_presets()
    {
        foreach (var definition in Shipped.Experiments.All)
        {
            foreach (var preset in definition.Presets)
            {
                var estimate = Of($$"""{ "experiment": "{{definition.Id}}", "preset": "{{preset.Name}}" }""");
                Assert.True(estimate.Operations > 0 && estimate.Bytes >= 0 && estimate.Duration > TimeSpan.Zero, $"{definition.Id} {preset.Name}: {estimate}");
            }
        }
    }

    private static RunEstimate Of(string json) => SampleSpecs.Of(json) is var spec ? RunEstimator.Estimate(Shipped.Experiments.Find(spec.Experiment)!, spec) : null!;
}
