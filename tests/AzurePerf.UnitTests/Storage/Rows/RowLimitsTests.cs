using AzurePerf.Storage.Rows;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Rows;

public sealed class RowLimitsTests
{
    [Fact]
    public void A_text_has_at_most_32_Ki_characters()
    {
        RowLimits.Check(new Row("p", "r") { ["t"] = new string('x', 32 * 1024) });
        CheckRefused("t has 32769 characters", new Row("p", "r") { Values = { ["t"] = new string('x', (32 * 1024) + 1) } });
    }

    [Fact]
    public void A_row_has_at_most_252_properties()
    {
        RowLimits.Check(WithProperties(252));
        CheckRefused("has 253 properties", WithProperties(253));
    }

    [Fact]
    public void A_row_has_at_most_one_mebibyte()
    {
        // 4 + 2 + 2 for the keys; 8 + 6 + 4 + 64 Ki for each text of full length: fifteen leave room for one that fills it to the byte.
        var row = new Row("p", "r");
        for (var text = 0; text < 15; text++)
        {
            row[$"t{text:D2}"] = new string('x', 32 * 1024);
        }

        var rest = (int)((RowLimits.RowBytes - RowLimits.StoredBytes(row) - 8 - 2 - 4) / 2);
        row["z"] = new string('x', rest);
        Assert.Equal(RowLimits.RowBytes, RowLimits.StoredBytes(row));
        RowLimits.Check(row);

        row["z"] = new string('x', rest + 1);
        CheckRefused("has 1048578 bytes", row);
    }

    [Fact]
    public void The_size_of_a_row_follows_the_documented_formula() => Assert.Equal(
        4 + (2 * 3) + (8 + 2 + 4 + 6) + (8 + 2 + 4) + (8 + 2 + 8) + (8 + 2 + 8) + (8 + 2 + 1) + (8 + 2 + 8),
        RowLimits.StoredBytes(new("pp", "r") { ["a"] = "xyz", ["b"] = 1, ["c"] = 1L, ["d"] = 1.0, ["e"] = true, ["f"] = DateTimeOffset.UnixEpoch }));

    [Fact]
    public void Other_types_are_refused() => CheckRefused("a row cannot hold a Guid", new Row("p", "r") { ["id"] = Guid.Empty });

    [Theory]
    [InlineData("a/b")]
    [InlineData("a\\b")]
    [InlineData("a#b")]
    [InlineData("a?b")]
    [InlineData("a\u0007b")]
    [InlineData("a\u0085b")]
    public void A_key_has_none_of_the_characters_that_the_service_refuses(string key)
    {
        CheckRefused("cannot be a key", new Row(key, "r"));
        CheckRefused("cannot be a key", new Row("p", key));
    }

    [Fact]
    public void A_key_has_at_most_1024_bytes()
    {
        RowLimits.Check(new Row(new string('x', 1_024), ""));
        CheckRefused("cannot be a key", new Row(new string('x', 1_025), "r"));
        CheckRefused("cannot be a key", new Row("p", new string('ä', 513)));
    }

    [Fact]
    public void A_transaction_has_1_to_100_rows_of_one_partition_each_once()
    {
        RowLimits.CheckTransaction(Rows(100));
        CheckTransactionRefused("1 to 100 rows, not 0", []);
        CheckTransactionRefused("1 to 100 rows, not 101", Rows(101));
        CheckTransactionRefused("stays in one partition", [new(new("p", "a"), null), new(new("q", "b"), null)]);
        CheckTransactionRefused("writes a row once", [new(new("p", "a"), null), new(new("p", "a"), "etag")]);
        CheckTransactionRefused("cannot be a key", [new(new("p", "a/b"), null)]);
    }

    [Fact]
    public void A_transaction_has_at_most_four_mebibytes() =>
        CheckTransactionRefused("at most 4194304 bytes", [.. Enumerable.Range(0, 70).Select(row => new RowWrite(new("p", $"{row}") { ["t"] = new string('x', 32 * 1024) }, null))]);

    private static Row WithProperties(int count)
    {
        var row = new Row("p", "r");
        for (var property = 0; property < count; property++)
        {
            row[$"p{property}"] = property;
        }

        return row;
    }

    private static RowWrite[] Rows(int count) => [.. Enumerable.Range(0, count).Select(row => new RowWrite(new("p", $"{row}"), null))];

    private static void CheckRefused(string complaint, Row row) =>
        Assert.Contains(complaint, Assert.Throws<ArgumentException>(() => RowLimits.Check(row)).Message, StringComparison.Ordinal);

    private static void CheckTransactionRefused(string complaint, IReadOnlyList<RowWrite> writes) =>
        Assert.Contains(complaint, Assert.Throws<ArgumentException>(() => RowLimits.CheckTransaction(writes)).Message, StringComparison.Ordinal);
}
