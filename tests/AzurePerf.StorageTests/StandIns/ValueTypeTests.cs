using Azure.Data.Tables;
using Xunit;

namespace AzurePerf.StorageTests.StandIns;

public sealed class ValueTypeTests(AzuriteFixture azurite)
{
    private static readonly DateTimeOffset Time = new(2017, 3, 4, 5, 6, 7, TimeSpan.FromHours(2));

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Every_type_comes_back_as_it_was_written()
    {
        var id = new Guid("8f0fd5a5-2d45-4b2f-9d2a-8f4b3d6f1c11");
        byte[] bytes = [0, 1, 127, 128, 255];
        TableEntity read = await RoundTripAsync(new TableEntity("p", "r")
        {
            ["String"] = "a \"quoted\" text\nwith ünïcode 尺 and emoji 🚀",
            ["Empty"] = string.Empty,
            ["True"] = true,
            ["False"] = false,
            ["Int32"] = int.MinValue,
            ["Int64"] = long.MaxValue,
            ["Small64"] = 5L,
            ["Double"] = 0.1,
            ["WholeDouble"] = 3.0,
            ["TinyDouble"] = double.Epsilon,
            ["Guid"] = id,
            ["Bytes"] = bytes,
            ["Data"] = BinaryData.FromBytes(bytes),
            ["Offset"] = Time.AddTicks(1234567),
            ["Utc"] = Time.UtcDateTime,
        });

        Assert.Equal("a \"quoted\" text\nwith ünïcode 尺 and emoji 🚀", read.GetString("String"));
        Assert.Equal(string.Empty, read.GetString("Empty"));
        Assert.True(read.GetBoolean("True"));
        Assert.False(read.GetBoolean("False"));
        Assert.Equal(int.MinValue, read.GetInt32("Int32"));
        Assert.Equal(long.MaxValue, read.GetInt64("Int64"));
        Assert.Equal(5L, read.GetInt64("Small64"));
        Assert.Equal(0.1, read.GetDouble("Double"));
        Assert.Equal(3.0, read.GetDouble("WholeDouble"));
        Assert.Equal(double.Epsilon, read.GetDouble("TinyDouble"));
        Assert.Equal(id, read.GetGuid("Guid"));
        Assert.Equal(bytes, read.GetBinary("Bytes"));
        Assert.Equal(bytes, read.GetBinary("Data"));
        Assert.Equal(bytes, read.GetBinaryData("Bytes").ToArray());
        Assert.Equal(Time.AddTicks(1234567), read.GetDateTimeOffset("Offset"));
        Assert.IsType<DateTimeOffset>(read["Utc"]);
        Assert.Equal(Time.UtcDateTime, read.GetDateTime("Utc"));
        Assert.Equal(DateTimeKind.Utc, read.GetDateTime("Utc")!.Value.Kind);
    }

    [Fact]
    public async Task Floats_and_decimals_come_back_as_doubles_and_durations_as_strings()
    {
        TableEntity read = await RoundTripAsync(new TableEntity("p", "r")
        {
            ["Float"] = 1.5f,
            ["Decimal"] = 2.25m,
            ["Duration"] = TimeSpan.FromMinutes(90),
        });

        Assert.Equal(1.5, read.GetDouble("Float"));
        Assert.Equal(2.25, read.GetDouble("Decimal"));
        Assert.IsType<string>(read["Duration"]);
    }

    [Fact]
    public async Task Not_a_number_survives_and_an_infinity_is_refused()
    {
        TableEntity read = await RoundTripAsync(new TableEntity("p", "r") { ["Double"] = double.NaN });
        TableClient table = await azurite.CreateTableAsync();

        Assert.Equal(double.NaN, read.GetDouble("Double"));
        await Assert.ThrowsAsync<ArgumentException>(
            () => table.AddEntityAsync(new TableEntity("p", "r") { ["Double"] = double.PositiveInfinity }, Cancel));
    }

    [Fact]
    public async Task A_null_is_not_stored()
    {
        TableEntity read = await RoundTripAsync(new TableEntity("p", "r") { ["Nothing"] = null });

        Assert.Null(read["Nothing"]);
        Assert.Null(read.GetString("Nothing"));
        Assert.Null(read.GetInt32("Nothing"));
    }

    [Fact]
    public async Task A_read_row_has_its_etag_as_a_column_and_not_the_address_of_its_schema()
    {
        TableEntity read = await RoundTripAsync(new TableEntity("p", "r"));

        Assert.True(read.ContainsKey("odata.etag"));
        Assert.False(read.ContainsKey("odata.metadata"));
        Assert.Equal(read.ETag.ToString(), read["odata.etag"]);
    }

    [Fact]
    public async Task A_row_that_was_read_can_be_written_back()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(new TableEntity("p", "r") { ["Long"] = 5L, ["Time"] = Time }, Cancel);
        TableEntity read = await table.GetEntityAsync<TableEntity>("p", "r", cancellationToken: Cancel);
        read["Long"] = 6L;

        await table.UpdateEntityAsync(read, read.ETag, TableUpdateMode.Replace, Cancel);
        TableEntity again = await table.GetEntityAsync<TableEntity>("p", "r", cancellationToken: Cancel);

        Assert.Equal(6L, again.GetInt64("Long"));
        Assert.Equal(Time, again.GetDateTimeOffset("Time"));
        Assert.NotEqual(read.ETag, again.ETag);
    }

    private async Task<TableEntity> RoundTripAsync(TableEntity row)
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(row, Cancel);
        return await table.GetEntityAsync<TableEntity>(row.PartitionKey, row.RowKey, cancellationToken: Cancel);
    }
}
