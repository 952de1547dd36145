using System.Net;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ThemeTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Theory]
    [InlineData("dark", "/runs?text=a", "/runs?text=a")]
    [InlineData("light", "//elsewhere.example", "/")]
    [InlineData("light", "/\\elsewhere.example", "/")]
    [InlineData("light", "https://elsewhere.example/", "/")]
    [InlineData("light", "/é", "/")]
    [InlineData("light", "/a b", "/")]
    [InlineData("light", "", "/")]
    public async Task A_choice_is_kept_and_leads_back_to_a_page_of_this_site_only(string theme, string back, string location)
    {
        var response = await _web.GetAsync($"/theme?to={theme}&back={Uri.EscapeDataString(back)}");

        Assert.Equal((HttpStatusCode.Redirect, location), (response.StatusCode, response.Headers.Location!.OriginalString));
        Assert.Contains($"azureperf-theme={theme};", Assert.Single(response.Headers.GetValues("Set-Cookie")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_theme_takes_the_choice_back()
    {
        var response = await _web.GetAsync("/theme?to=%22%3E&back=/");

        Assert.Contains("expires=Thu, 01 Jan 1970", Assert.Single(response.Headers.GetValues("Set-Cookie")), StringComparison.Ordinal);
    }
}
