using AzurePerf.Sql.Schema;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

public sealed class SchemaTests
{
    [Fact]
    public void There_are_33_tables_and_each_comes_after_those_that_it_refers_to()
    {
        Assert.Equal(33, Tables.All.Select(table => table.Name).Distinct().Count());
        Assert.All(Tables.All.Index(), table => Assert.All(
            table.Item.ForeignKeys, foreign => Assert.Contains(foreign.Target, Tables.All.Take(table.Index))));
    }

    [Fact]
    public void A_foreign_key_has_the_kinds_of_the_key_that_it_holds() => Assert.All(
        Tables.All.SelectMany(table => table.ForeignKeys, (table, foreign) => (table, foreign)),
        pair => Assert.Equal(KindsOf(pair.foreign.Target, pair.foreign.Target.Key), KindsOf(pair.table, pair.foreign.Columns)));

    [Fact]
    public void An_index_ends_in_a_column_that_makes_it_unique_or_is_followed_by_the_key() => Assert.All(
        Tables.All.SelectMany(table => table.Indexes, (table, index) => (table, index)),
        pair => Assert.Contains(pair.index[^1], pair.table.Key));

    [Fact]
    public void A_cell_is_a_number_a_text_or_nothing()
    {
        Cell number = 5, text = "5", nothing = (string?)null;

        Assert.NotEqual(number, text);
        Assert.True(nothing.IsNull && !nothing.IsText && nothing == Cell.Null);
        Assert.Throws<InvalidOperationException>(() => text.Number);
        Assert.Throws<InvalidOperationException>(() => nothing.Text);
        Assert.NotEqual(Digest.OfRow(["a", "b"]), Digest.OfRow(["ab"]));
        Assert.NotEqual(Digest.OfRow([Cell.Null, ""]), Digest.OfRow(["", Cell.Null]));
    }

    /// <summary>Of its number depends whether answers of one build are those of another.</summary>
    [Fact]
    public void The_hash_of_a_row_is_the_same_in_every_build() =>
        Assert.Equal(0x357ff7eab1d8d32aUL, Digest.OfRow(["abcde", -7, Cell.Null, ""]));

    [Fact]
    public void A_capital_says_that_a_column_may_be_null()
    {
        var statement = new Statement("", "i", "itMS");

        Assert.Equal([CellKind.Integer, CellKind.Time, CellKind.Money, CellKind.Text], statement.Columns);
        Assert.Equal([false, false, true, true], statement.MayBeNull);
    }

    private static IEnumerable<CellKind> KindsOf(Table table, IEnumerable<string> columns) =>
        columns.Select(column => table.Columns[table.Ordinal(column)].Kind);
}
