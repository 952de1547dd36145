using AzurePerf.Imagery.Grids;
using AzurePerf.Web.Images;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

public sealed class TileTableTests
{
    [Fact]
    public void Tiles_lie_next_to_each_other_with_what_was_not_made_and_what_nobody_saw()
    {
        var table = Of(["h18v03", "h19v03", "h17v04", "h18v04"], ("h18v03", 0.614f), ("h19v03", null), ("h18v04", 0.0001f))!;

        Assert.Equal([17, 18, 19], table.Columns);
        Assert.Equal([3, 4], table.Rows);
        Assert.Equal([TilePlace.Outside, TilePlace.Made, TilePlace.NotMade], table.Cells[0].Select(cell => cell.Place));
        Assert.Equal([TilePlace.Empty, TilePlace.Made, TilePlace.Outside], table.Cells[1].Select(cell => cell.Place));
        Assert.Equal((61, 1), (table.Cells[0][1].Percent, table.Cells[1][1].Percent));
        Assert.Equal((4, 2, 6), (table.Tiles, table.WithImage, table.Size));
    }

    [Fact]
    public void Rows_and_columns_between_tiles_are_there_although_none_of_the_region_is_in_them()
    {
        var table = Of(["h10v02", "h12v05"])!;

        Assert.Equal([10, 11, 12], table.Columns);
        Assert.Equal([2, 3, 4, 5], table.Rows);
    }

    [Fact]
    public void Across_the_date_line_columns_go_on_at_the_other_edge_of_the_grid() =>
        Assert.Equal([34, 35, 0, 1], Of(["h00v08", "h01v08", "h34v08", "h35v08"])!.Columns);

    [Fact]
    public void All_around_the_earth_the_table_begins_at_the_edge_of_the_grid() =>
        Assert.Equal(Enumerable.Range(0, 36), Of([.. Enumerable.Range(0, 36).Select(h => $"h{h:00}v08")])!.Columns);

    [Fact]
    public void One_tile_is_no_table() => Assert.Null(Of(["h18v04"], ("h18v04", 1f)));

    [Theory]
    [InlineData(0f, 0)]
    [InlineData(0.19f, 0)]
    [InlineData(0.5f, 2)]
    [InlineData(1f, 4)]
    public void The_more_has_a_value_the_darker_it_is(float coverage, int shade) => Assert.Equal(shade, new TileCell(TilePlace.Made, coverage).Shade);

    private static TileTable? Of(string[] region, params (string Tile, float? Coverage)[] planned) =>
        TileTable.Of([.. region.Select(Tile)], planned.ToDictionary(tile => Tile(tile.Tile), tile => tile.Coverage));

    private static SinusoidalTile Tile(string name) => SinusoidalTile.TryParse(name, out var tile) ? tile : throw new ArgumentException(name);
}
