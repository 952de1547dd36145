using AzurePerf.Core.Targets;
using Xunit;

namespace AzurePerf.UnitTests.Targets;

public sealed class OwnHostTests
{
    private static readonly StorageAccountAddress Account = StorageAccountAddress.Parse("https://mine.blob.core.windows.net");

    [Theory]
    [InlineData("https", "mine.blob.core.windows.net", 443, true)]
    [InlineData("HTTPS", "MINE.queue.core.windows.net", 443, true)]
    [InlineData("https", "mine.table.core.windows.net", 443, true)]
    [InlineData("http", "mine.blob.core.windows.net", 80, false)]
    [InlineData("https", "mine.blob.core.windows.net", 8443, false)]
    [InlineData("https", "other.blob.core.windows.net", 443, false)]
    [InlineData("https", "mine.blob.core.windows.net.evil.example", 443, false)]
    [InlineData("https", "mine-secondary.blob.core.windows.net", 443, false)]
    [InlineData(null, null, -1, false)]
    public void Only_the_three_services_of_an_account_are_its_own(string? scheme, string? host, int port, bool own) => Assert.Equal(own, Account.Owns(scheme, host, port));
}
