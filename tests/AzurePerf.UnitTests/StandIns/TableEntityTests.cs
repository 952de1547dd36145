using Azure;
using Azure.Data.Tables;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

public sealed class TableEntityTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public void A_missing_column_reads_as_null()
    {
        var row = new TableEntity("p", "r");

        Assert.Null(row["x"]);
        Assert.Null(row.GetString("x"));
        Assert.Null(row.GetBinary("x"));
        Assert.Null(row.GetBinaryData("x"));
        Assert.Null(row.GetBoolean("x"));
        Assert.Null(row.GetDateTime("x"));
        Assert.Null(row.GetDateTimeOffset("x"));
        Assert.Null(row.GetDouble("x"));
        Assert.Null(row.GetGuid("x"));
        Assert.Null(row.GetInt32("x"));
        Assert.Null(row.GetInt64("x"));
        Assert.Null(row.Timestamp);
        Assert.Equal(default, row.ETag);
    }

    [Fact]
    public void A_getter_refuses_a_value_of_another_type_even_if_it_would_fit()
    {
        var row = new TableEntity { ["Int"] = 1, ["Text"] = "1" };

        Assert.Throws<InvalidOperationException>(() => row.GetInt64("Int"));
        Assert.Throws<InvalidOperationException>(() => row.GetDouble("Int"));
        Assert.Throws<InvalidOperationException>(() => row.GetString("Int"));
        Assert.Throws<InvalidOperationException>(() => row.GetBoolean("Int"));
        Assert.Throws<InvalidOperationException>(() => row.GetInt32("Text"));
        Assert.Throws<InvalidOperationException>(() => row.GetGuid("Text"));
        Assert.Throws<InvalidOperationException>(() => row.GetBinary("Text"));
        Assert.Throws<InvalidOperationException>(() => row.GetDateTimeOffset("Text"));
    }

    [Fact]
    public void A_value_can_be_replaced_by_one_of_another_type()
    {
        var row = new TableEntity { ["x"] = 1 };

        row["x"] = "one";

        Assert.Equal("one", row.GetString("x"));
    }

    [Fact]
    public void The_system_columns_are_entries_of_the_dictionary()
    {
        var row = new TableEntity(new Dictionary<string, object> { ["PartitionKey"] = "p", ["RowKey"] = "r", ["x"] = 1 });

        Assert.Equal(("p", "r", 3), (row.PartitionKey, row.RowKey, row.Count));
        row.PartitionKey = "q";
        row.ETag = new ETag("W/\"1\"");
        Assert.Equal("q", row["PartitionKey"]);
        Assert.Equal("W/\"1\"", row["odata.etag"]);
        Assert.Equal(new ETag("W/\"1\""), row.ETag);
    }

    [Fact]
    public void It_is_a_dictionary()
    {
        var row = new TableEntity();
        IDictionary<string, object> dictionary = row;

        dictionary.Add(new KeyValuePair<string, object>("a", 1));
        row.Add("b", 2);
        Assert.Throws<ArgumentException>(() => row.Add("a", 3));

        Assert.True(row.TryGetValue("b", out object? value));
        Assert.Equal(2, value);
        Assert.True(row.ContainsKey("a"));
        Assert.Equal(["a", "b"], row.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(2, dictionary.Values.Count);
        Assert.True(row.Remove("a"));
        Assert.False(row.Remove("a"));
        row.Clear();
        Assert.Empty(dictionary);
    }

    public static TheoryData<object> Unsupported =>
    [
        DayOfWeek.Friday,
        1u,
        (short)1,
        (byte)1,
        'c',
        new Uri("https://example.org"),
        new[] { 1, 2 },
        new DateTime(2017, 1, 1, 0, 0, 0, DateTimeKind.Local),
        new DateTime(2017, 1, 1, 0, 0, 0, DateTimeKind.Unspecified),
    ];

    [Theory]
    [MemberData(nameof(Unsupported), DisableDiscoveryEnumeration = true)]
    public async Task Values_that_no_column_can_hold_are_refused_before_anything_is_sent(object value)
    {
        var table = new RecordedTable();

        await Assert.ThrowsAsync<NotSupportedException>(() => table.Client.AddEntityAsync(new TableEntity("p", "r") { ["x"] = value }, Cancel));

        Assert.Empty(table.Wire.Requests);
    }

    [Fact]
    public async Task A_row_can_be_written_after_one_that_was_refused()
    {
        var table = new RecordedTable();
        await Assert.ThrowsAsync<NotSupportedException>(() => table.Client.AddEntityAsync(new TableEntity("p", "r") { ["x"] = 'c' }, Cancel));

        await table.Client.AddEntityAsync(new TableEntity("p", "r") { ["x"] = "c" }, Cancel);

        Assert.Equal("""{"PartitionKey":"p","RowKey":"r","x":"c"}""", table.Wire.Single.Body);
    }
}
