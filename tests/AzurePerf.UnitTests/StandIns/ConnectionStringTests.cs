using Azure.Data.Tables;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

public sealed class ConnectionStringTests
{
    private const string Key = RecordedTable.AccountKey;

    [Fact]
    public void Development_storage_is_the_emulators_usual_port()
    {
        var service = new TableServiceClient("UseDevelopmentStorage=true");

        Assert.Equal("devstoreaccount1", service.AccountName);
        Assert.Equal("http://127.0.0.1:10002/devstoreaccount1", service.Uri.AbsoluteUri.TrimEnd('/'));
    }

    [Theory]
    [InlineData("AccountName=acct;AccountKey=" + Key, "https://acct.table.core.windows.net/")]
    [InlineData("AccountKey=" + Key + ";AccountName=acct;DefaultEndpointsProtocol=http;EndpointSuffix=example.org", "http://acct.table.example.org/")]
    [InlineData("DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=" + Key + ";TableEndpoint=http://127.0.0.1:7/acct", "http://127.0.0.1:7/acct")]
    public void The_endpoint_is_given_or_made_of_the_account_name(string text, string endpoint)
    {
        var service = new TableServiceClient(text);
        var table = new TableClient(text, "planets");

        Assert.Equal(endpoint.TrimEnd('/'), service.Uri.AbsoluteUri.TrimEnd('/'));
        Assert.Equal(endpoint.TrimEnd('/') + "/planets", table.Uri.AbsoluteUri);
        Assert.Equal("acct", table.AccountName);
    }

    [Theory]
    [InlineData("AccountKey=" + Key)]
    [InlineData("AccountName=;AccountKey=" + Key)]
    [InlineData(Key)]
    [InlineData("AccountName acct;AccountKey " + Key)]
    [InlineData("AccountName=acct;AccountKey=" + Key + ";garbage")]
    [InlineData("AccountName=acct")]
    public void A_bad_text_is_refused_without_repeating_the_key(string text)
    {
        Exception fault = Assert.ThrowsAny<Exception>(() => new TableServiceClient(text));

        Assert.True(fault is ArgumentException or InvalidOperationException or FormatException, fault.GetType().ToString());
        Assert.DoesNotContain(Key.TrimEnd('='), fault.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_key_that_is_not_base64_is_refused_without_repeating_it()
    {
        Exception fault = Assert.ThrowsAny<Exception>(() => new TableServiceClient("AccountName=acct;AccountKey=not*base64*secret"));

        Assert.DoesNotContain("secret", fault.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_is_refused_as_a_missing_argument()
    {
        Assert.ThrowsAny<ArgumentException>(() => new TableServiceClient((string)null!));
        Assert.ThrowsAny<ArgumentException>(() => new TableServiceClient(string.Empty));
        Assert.ThrowsAny<ArgumentException>(() => new TableClient("UseDevelopmentStorage=true", null!));
        Assert.ThrowsAny<ArgumentException>(() => new TableSharedKeyCredential(null!, Key));
    }
}
