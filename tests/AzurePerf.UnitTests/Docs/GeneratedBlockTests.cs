using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed class GeneratedBlockTests
{
    [Fact]
    public void Only_what_stands_between_the_markers_is_replaced() => Assert.Equal(
        "before\n<!-- t -->\nnew\n<!-- /t -->\nafter\n",
        GeneratedBlock.Replace("before\n<!-- t -->\nold\nlines\n<!-- /t -->\nafter\n", "t", "new\n"));

    [Theory]
    [InlineData("no marker\n")]
    [InlineData("<!-- t -->\nnever closed\n")]
    [InlineData("never opened\n<!-- /t -->\n")]
    [InlineData("<!-- /t -->\nwrong order\n<!-- t -->\n")]
    public void A_document_without_both_markers_is_not_touched(string text) => Assert.Null(GeneratedBlock.Replace(text, "t", "new\n"));

    [Theory]
    [InlineData("# T\n\n## A\n\nSaid.\n\n| old |\n| - |\n\n## B\n\n| b |\n", "# T\n\n## A\n\nSaid.\n\n| new |\n\n## B\n\n| b |\n")]
    [InlineData("## A\n\n| old |\n", "## A\n\n| new |\n")]
    [InlineData("## A\n\n## B\n\n| b |\n", "## A\n\n| new |\n## B\n\n| b |\n")]
    [InlineData("## B\n\n| b |\n", null)]
    [InlineData("## About\n\n| b |\n", null)]
    public void Only_the_table_of_the_section_is_replaced(string text, string? expected) =>
        Assert.Equal(expected, GeneratedBlock.ReplaceTable(text, "## A", "| new |\n"));
}
