using AzurePerf.Core.Targets;
using Xunit;

namespace AzurePerf.UnitTests.Targets;

public sealed class StorageAccountAddressTests
{
    private const string Key = "c2VjcmV0";
    private const string Azurite = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=" + Key
        + ";BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;QueueEndpoint=http://127.0.0.1:10001/devstoreaccount1;TableEndpoint=http://127.0.0.1:10002/devstoreaccount1";

    [Fact]
    public void A_connection_string_gives_the_three_endpoints()
    {
        var address = StorageAccountAddress.Parse($"DefaultEndpointsProtocol=https;AccountName=one;AccountKey={Key};EndpointSuffix=core.chinacloudapi.cn");

        Assert.Equal(
            ("https://one.blob.core.chinacloudapi.cn/", "https://one.queue.core.chinacloudapi.cn/", "https://one.table.core.chinacloudapi.cn/", false),
            (address.BlobEndpoint.ToString(), address.QueueEndpoint.ToString(), address.TableEndpoint.ToString(), address.IsEmulator));
        Assert.Equal("one (connection string)", address.ToString());
    }

    [Theory]
    [InlineData("https://one.blob.core.windows.net")]
    [InlineData("https://one.queue.core.windows.net/")]
    [InlineData("  https://one.table.core.windows.net  ")]
    public void The_address_of_any_service_gives_the_three_endpoints(string text)
    {
        var address = StorageAccountAddress.Parse(text);

        Assert.Equal(("one", null, "https://one.table.core.windows.net/"), (address.AccountName, address.ConnectionString, address.TableEndpoint.ToString()));
        Assert.Equal("one (Entra sign-in)", address.ToString());
    }

    [Theory]
    [InlineData("UseDevelopmentStorage=true")]
    [InlineData(Azurite)]
    public void The_emulator_is_recognised(string text) => Assert.True(StorageAccountAddress.Parse(text).IsEmulator);

    [Theory]
    [InlineData("", "is empty; ")]
    [InlineData("https://one.blob.core.windows.net/container", "is not an account URI; ")]
    [InlineData("https://one.blob.core.windows.net/?sv=1&sig=" + Key, "is not an account URI; ")]
    [InlineData("https://one.blob.core.windows.net/#" + Key, "is not an account URI; ")]
    [InlineData("https://user:" + Key + "@one.blob.core.windows.net", "is not an account URI; ")]
    [InlineData("http://one.blob.core.windows.net", "is not an account URI; ")]
    [InlineData("https://one.file.core.windows.net", "is not an account URI; ")]
    [InlineData("https://localhost", "is not an account URI; ")]
    [InlineData(Key, "is not a connection string: ")]
    [InlineData("AccountName=one;AccountName=two;AccountKey=" + Key, "is not a connection string: ")]
    [InlineData("AccountKey=" + Key, "is neither an https account URI nor a connection string with AccountName=...")]
    [InlineData("AccountName=;AccountKey=" + Key, "is neither an https account URI nor a connection string with AccountName=...")]
    [InlineData("AccountName=one", "has no AccountKey; ")]
    [InlineData("AccountName=one;AccountKey=", "has an AccountKey that is not base64")]
    [InlineData("AccountName=one;AccountKey=" + Key + "!", "has an AccountKey that is not base64")]
    [InlineData("AccountName=one;SharedAccessSignature=sig%3D" + Key, "has no AccountKey; ")]
    [InlineData("AccountName=one;AccountKey=" + Key + ";BlobEndpoint=" + Key, "has a BlobEndpoint that is not an http or https URI")]
    [InlineData("AccountName=one;AccountKey=" + Key + ";TableEndpoint=/" + Key, "has a TableEndpoint that is not an http or https URI")]
    [InlineData("AccountName=one;AccountKey=" + Key + ";DefaultEndpointsProtocol=ftp", "has a DefaultEndpointsProtocol, AccountName or EndpointSuffix that makes no valid address")]
    [InlineData("AccountName=o ne;AccountKey=" + Key, "has a DefaultEndpointsProtocol, AccountName or EndpointSuffix that makes no valid address")]
    public void What_is_wrong_is_said_without_repeating_the_text(string text, string message)
    {
        var fault = Assert.Throws<FormatException>(() => StorageAccountAddress.Parse(text)).Message;

        Assert.StartsWith(message, fault, StringComparison.Ordinal);
        Assert.DoesNotContain(Key, fault, StringComparison.OrdinalIgnoreCase);
    }

    [Theory]
    [InlineData("https://one.blob.core.windows.net", "AccountName=one;AccountKey=" + Key, true)]
    [InlineData("https://ONE.table.core.windows.net", "AccountName=One;AccountKey=" + Key + ";DefaultEndpointsProtocol=http", true)]
    [InlineData("https://one.blob.core.windows.net:443", "https://one.queue.core.windows.net", true)]
    [InlineData("https://one.blob.core.windows.net", "https://two.blob.core.windows.net", false)]
    [InlineData("https://one.blob.core.windows.net", "https://one.blob.core.chinacloudapi.cn", false)]
    [InlineData("UseDevelopmentStorage=true", Azurite, true)]
    [InlineData("UseDevelopmentStorage=true", "AccountName=devstoreaccount1;AccountKey=" + Key
        + ";BlobEndpoint=http://localhost:10000/devstoreaccount1;QueueEndpoint=http://localhost:10001/devstoreaccount1;TableEndpoint=http://localhost:10002/devstoreaccount1", true)]
    [InlineData("UseDevelopmentStorage=true", "AccountName=devstoreaccount1;AccountKey=" + Key
        + ";BlobEndpoint=http://[::1]:20000/devstoreaccount1;QueueEndpoint=http://[::1]:10001/devstoreaccount1;TableEndpoint=http://[::1]:20002/devstoreaccount1", true)]
    [InlineData("UseDevelopmentStorage=true", "AccountName=devstoreaccount1;AccountKey=" + Key
        + ";BlobEndpoint=http://127.0.0.1:20000/devstoreaccount1;QueueEndpoint=http://127.0.0.1:20001/devstoreaccount1;TableEndpoint=http://127.0.0.1:20002/devstoreaccount1", false)]
    [InlineData("UseDevelopmentStorage=true", "AccountName=other;AccountKey=" + Key
        + ";BlobEndpoint=http://127.0.0.1:10000/other;QueueEndpoint=http://127.0.0.1:10001/other;TableEndpoint=http://127.0.0.1:10002/other", false)]
    public void Two_addresses_of_one_account_are_known_to_be_one(string one, string other, bool same)
    {
        var (first, second) = (StorageAccountAddress.Parse(one), StorageAccountAddress.Parse(other));

        Assert.Equal(same, first.IsSameAccountAs(second));
        Assert.Equal(same, second.IsSameAccountAs(first));
    }
}
