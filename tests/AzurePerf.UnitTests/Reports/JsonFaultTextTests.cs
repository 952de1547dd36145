using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Texts;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class JsonFaultTextTests
{
    [Theory]
    [InlineData("""{ "experiment": "table.query", }""", "there is a mistake at line 1, column 32")]
    [InlineData("{\n  \"seed\": NaN\n}", "there is a mistake at line 2, column 11")]
    [InlineData("{\n  \"name\": \"Zürich 北京\", }", "there is a mistake at line 2, column 24")]
    [InlineData("", "there is a mistake at line 1, column 1")]
    [InlineData("""{ "seed": 1, "seed": 2 }""", "it has 'seed' twice")]
    [InlineData("[[[[[[]]]]]]", "it is nested too deep")]
    public void What_is_no_json_is_told_with_its_place_and_without_the_words_of_the_library(string text, string words)
    {
        var fault = Assert.ThrowsAny<JsonException>(() => JsonNode.Parse(text, documentOptions: new() { AllowDuplicateProperties = false, MaxDepth = 4 }));

        Assert.Equal(words, JsonFaultText.Of(fault, Encoding.UTF8.GetBytes(text)));
    }
}
