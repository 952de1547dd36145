using AzurePerf.Core.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

public sealed class FailureTextTests
{
    [Theory]
    [InlineData("GET http://x/c/b?sv=1&sig=ab%2Fcd%3D failed", "GET http://x/c/b?[removed] failed")]
    [InlineData("at \"https://x/q?se=2026&sp=r&sig=zzz\" refused", "at \"https://x/q?[removed]\" refused")]
    [InlineData("sv=2020-01-01 sig=abc/def+g== end", "sv=2020-01-01 sig=[removed] end")]
    [InlineData("DefaultEndpointsProtocol=https;AccountName=a;AccountKey=Zm9v+/YmFy==;EndpointSuffix=b", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=[removed];EndpointSuffix=b")]
    [InlineData("SharedAccessSignature=sv=1&sig=abc", "SharedAccessSignature=[removed]&sig=[removed]")]
    [InlineData("Authorization: SharedKey account:c2ln, next", "Authorization: SharedKey [removed], next")]
    [InlineData("authorization: bearer eyJ0.eyJ1.abc", "authorization: bearer [removed]")]
    [InlineData("{\"client_secret\": \"s3cret\", \"a\": 1}", "{\"client_secret=[removed]\", \"a\": 1}")]
    [InlineData("Password = hunter2; Host=x", "Password=[removed]; Host=x")]
    public void Whatever_opens_an_account_is_removed(string text, string expected) => Assert.Equal(expected, FailureText.Clean(text));

    [Theory]
    [InlineData("The specified container does not exist.")]
    [InlineData("Is it there? No. PartitionKey=5")]
    [InlineData("Status: 503 (Server Busy) ErrorCode: ServerBusy")]
    public void Ordinary_text_stays_as_it_is(string text) => Assert.Equal(text, FailureText.Clean(text));

    [Fact]
    public void Lines_and_spaces_become_single_spaces() => Assert.Equal("a b c", FailureText.Clean("  a\r\n\tb   c\n"));

    [Fact]
    public void A_long_text_is_cut_and_says_so()
    {
        var text = FailureText.Clean(new string('x', 10_000));

        Assert.Equal(FailureText.MaximumLength, text.Length);
        Assert.EndsWith("x…", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_secret_across_the_cut_is_not_half_shown()
    {
        var text = FailureText.Clean(new string('x', FailureText.MaximumLength - 20) + " sig=" + new string('S', 4_000));

        Assert.DoesNotContain('S', text);
    }

    [Fact]
    public void An_exception_is_told_by_its_type_and_its_innermost_cause()
    {
        var cause = new TimeoutException("no route");
        var exception = new HttpRequestException("sending failed", new IOException("read failed", cause));

        Assert.Equal("HttpRequestException: sending failed <- TimeoutException: no route", FailureText.Of(exception));
        Assert.Equal("TimeoutException: no route", FailureText.Of(cause));
    }
}
