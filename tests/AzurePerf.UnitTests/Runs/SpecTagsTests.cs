using System.Text.Json;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class SpecTagsTests
{
    [Theory]
    [InlineData("""{"a=b": "c"}""", "names have no equals sign")]
    [InlineData("""{"a=b": null}""", null)]
    public void A_name_with_an_equals_sign_can_be_removed_and_not_given(string tags, string? fault)
    {
        using var document = JsonDocument.Parse(tags);

        Assert.Equal(fault, SpecTags.FaultOf(document.RootElement.EnumerateObject().Single(), orNull: true)?.Message);
    }
}
