using System.Text;
using System.Text.Json;
using AzurePerf.Core.Views;
using Xunit;

namespace AzurePerf.UnitTests.Views;

public sealed class ViewRequestReaderTests
{
    [Fact]
    public void Name_and_address_are_read_and_blanks_around_a_name_left_out()
    {
        var request = Read("""{"name": " failed at night ", "address": "/runs?state=failed&text="}""").Request!;

        Assert.Equal(("failed at night", "/runs?state=failed"), (request.Name, request.Address.Text));
    }

    [Theory]
    [InlineData("{", "", "is not valid JSON: ")]
    [InlineData("[]", "", "must be a JSON object such as ")]
    [InlineData("""{"name": "\ud800", "address": "/runs"}""", "", "is not valid JSON: a text in it is not Unicode")]
    [InlineData("""{"address": "/runs"}""", "name", "is required: 1 to 100 characters")]
    [InlineData("""{"name": "  ", "address": "/runs"}""", "name", "is required: 1 to 100 characters")]
    [InlineData("""{"name": 7, "address": "/runs"}""", "name", "must be a text of at most 100 characters without control characters")]
    [InlineData("""{"name": "a\nb", "address": "/runs"}""", "name", "must be a text of at most 100 characters without control characters")]
    [InlineData("""{"name": "\u200b\u200b", "address": "/runs"}""", "name", "must have a letter, a digit or another character that can be seen")]
    [InlineData("""{"name": "x"}""", "address", "is required: path and query of a page")]
    [InlineData("""{"name": "x", "address": ["/runs"]}""", "address", "must be a text: ")]
    [InlineData("""{"name": "x", "address": "//evil.example"}""", "address", "must begin with one slash")]
    [InlineData("""{"name": "x", "address": "/runs", "adress": 1}""", "adress", "is unknown; known are name, address")]
    public void Each_fault_is_named_with_what_would_be_right(string body, string path, string message)
    {
        var fault = Assert.Single(Read(body).Faults);

        Assert.Equal(path, fault.Path);
        Assert.StartsWith(message, fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_name_has_100_characters_at_most_and_all_faults_come_at_once()
    {
        Assert.NotNull(Read(Body(new string('x', 100), "/runs")).Request);
        Assert.Equal(["name", "address"], Read(Body(new string('x', 101), "javascript:alert(1)")).Faults.Select(fault => fault.Path));
    }

    private static string Body(string name, string address) => JsonSerializer.Serialize(new { name, address });

    private static ViewRequestResult Read(string body) => ViewRequestReader.Read(Encoding.UTF8.GetBytes(body));
}
