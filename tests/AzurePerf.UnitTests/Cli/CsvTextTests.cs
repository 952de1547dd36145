using AzurePerf.Cli.Output;
using AzurePerf.Core.Texts;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class CsvTextTests
{
    [Theory]
    [InlineData("plain", "plain")]
    [InlineData("a,b", "\"a,b\"")]
    [InlineData("say \"hi\"", "\"say \"\"hi\"\"\"")]
    [InlineData("two\nlines", "\"two\nlines\"")]
    [InlineData("=1+1", "'=1+1")]
    [InlineData("+1", "'+1")]
    [InlineData("-1", "'-1")]
    [InlineData("@sum", "'@sum")]
    [InlineData("\tx", "\"'\tx\"")]
    [InlineData("a;=1+1", "\"a;=1+1\"")]
    [InlineData("a\t=1+1", "\"a\t=1+1\"")]
    [InlineData("\nx", "\"'\nx\"")]
    [InlineData("  =1", "'  =1")]
    [InlineData("\u00a0+1", "'\u00a0+1")]
    [InlineData("\uff1d1", "'\uff1d1")]
    [InlineData("=a,b", "\"'=a,b\"")]
    [InlineData("", "")]
    public void Text_is_quoted_where_it_must_be_and_never_begins_a_formula(string text, string cell) => Assert.Equal(cell + "\n", new CsvText(text).ToString());

    [Fact]
    public void Numbers_instants_and_nothing_keep_one_spelling_everywhere()
    {
        var csv = new CsvText("a");
        csv.Add(-1.5, 12L, true, null, new DateTimeOffset(2026, 8, 1, 12, 0, 0, TimeSpan.FromHours(2)), 1e21);
        Assert.Equal("a\n-1.5,12,true,,2026-08-01T10:00:00.0000000Z,1E+21\n", csv.ToString());
    }
}
