using AzurePerf.Sources.Https;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.ImageryTests.Sources;

public sealed class SettingsTests
{
    private static readonly ArchiveSettings Right = new() { BaseAddress = new("https://archive.example.org/root") };

    [Theory]
    [InlineData("https://archive.example.org")]
    [InlineData("http://127.0.0.1:8080/below")]
    [InlineData("http://localhost/")]
    [InlineData("http://[::1]:8080/")]
    public void An_address_may_be_https_or_of_this_machine(string address) =>
        Assert.Empty((Right with { BaseAddress = new(address) }).FindErrors());

    [Theory]
    [InlineData("http://archive.example.org")]
    [InlineData("ftp://127.0.0.1")]
    [InlineData("archive")]
    [InlineData("https://user:word@archive.example.org")]
    [InlineData("https://archive.example.org/?token=1")]
    [InlineData("https://archive.example.org/#a")]
    public void Another_address_is_refused(string address) =>
        Assert.StartsWith("BaseAddress ", Assert.Single((Right with { BaseAddress = new(address, UriKind.RelativeOrAbsolute) }).FindErrors()));

    [Theory]
    [InlineData("{product}/{collection}/{year}/{day}/{name}?a=b")]
    [InlineData("/{product}/{collection}/{year}/{day}/{name}")]
    [InlineData("../{product}/{collection}/{year}/{day}/{name}")]
    [InlineData("%2e%2e/{product}/{collection}/{year}/{day}/{name}")]
    [InlineData("a\\{product}/{collection}/{year}/{day}/{name}")]
    [InlineData("a {product}/{collection}/{year}/{day}/{name}")]
    [InlineData("{product}/{collection}/{year}/{day}/{name}#a")]
    [InlineData("{product}/{collection}/{year}/{day}/")]
    [InlineData("{product}/{collection}/{year}/{day}/{name}/{month}")]
    public void A_path_that_leads_elsewhere_or_nowhere_is_refused(string path) =>
        Assert.StartsWith("FilePath ", Assert.Single((Right with { FilePath = path }).FindErrors()));

    [Theory]
    [InlineData("https://data.example.org")]
    [InlineData("data.example.org/path")]
    [InlineData("user@data.example.org")]
    [InlineData("")]
    [InlineData(" data.example.org")]
    public void A_redirect_host_that_is_more_than_a_host_is_refused(string host) =>
        Assert.StartsWith("RedirectHosts ", Assert.Single((Right with { RedirectHosts = [host] }).FindErrors()));

    [Fact]
    public void All_that_is_wrong_is_said_at_once()
    {
        var wrong = Right with
        {
            ListingPath = "{product}/{collection}/{year}",
            PlacesPath = "{product}/{platform}/{collection}/{year}/{day}",
            MostFileBytes = 0,
            MostListingBytes = 0,
            MostAttempts = 21,
            ProgressLimit = TimeSpan.Zero,
            LongestWait = TimeSpan.FromDays(1),
        };
        Assert.Equal(
            ["ListingPath", "PlacesPath", "PlacesPath", "MostFileBytes", "MostListingBytes", "MostAttempts", "ProgressLimit", "LongestWait"],
            wrong.FindErrors().Select(x => x.Split(' ')[0]));
        var failure = Assert.Throws<ArgumentException>(() => new HttpsArchive(wrong, null, TimeProvider.System, NullLogger.Instance));
        Assert.Equal(string.Join(' ', wrong.FindErrors()), failure.Message);
    }

    [Theory]
    [InlineData("")]
    [InlineData("two words")]
    [InlineData("line\nbreak")]
    [InlineData("umläut")]
    public void A_token_that_no_header_can_carry_is_refused_unseen(string token)
    {
        var failure = Assert.Throws<ArgumentException>(() => new ArchiveToken(token));
        if (token.Length > 0) Assert.DoesNotContain(token, failure.ToString());
        Assert.Equal("(token)", new ArchiveToken("abc").ToString());
    }
}
