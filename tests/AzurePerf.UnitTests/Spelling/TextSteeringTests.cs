using System.Text;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Views;
using AzurePerf.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Spelling;

public sealed class TextSteeringTests
{
    [Theory]
    [InlineData('\u202e')]
    [InlineData('\u2066')]
    [InlineData('\u2069')]
    [InlineData('\u200f')]
    [InlineData('\u061c')]
    [InlineData('\u2028')]
    [InlineData('\u0007')]
    public void What_turns_the_direction_of_a_text_goes_where_control_characters_go(char mark)
    {
        var specs = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default", "sql:database"), new SeededIdSource(1));
        var escaped = $"\\u{(int)mark:x4}";

        Assert.Equal("a b", PlainText.OneLine($"a{mark}b"));
        Assert.Equal("a?b", LogText.Of($"a{mark}b"));
        Assert.Null(specs.Read(Encoding.UTF8.GetBytes($$"""{"experiment": "queue.add", "preset": "quick", "name": "a{{escaped}}b"}""")).Spec);
        Assert.Null(specs.Read(Encoding.UTF8.GetBytes($$"""{"experiment": "queue.add", "preset": "quick", "tags": {"a": "a{{escaped}}b"} }""")).Spec);
        Assert.Null(ViewRequestReader.Read(Encoding.UTF8.GetBytes($$"""{"name": "a{{escaped}}b", "address": "/runs"}""")).Request);
        Assert.True(TextSteering.Is(mark));
    }

    [Theory]
    [InlineData('a')]
    [InlineData('\u05d0')]
    [InlineData('\u200d')]
    [InlineData('\u2030')]
    public void What_is_shown_or_joins_what_is_shown_stays(char shown) => Assert.False(TextSteering.Is(shown));
}
