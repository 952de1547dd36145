using AzurePerf.Core.Targets;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Storage;
using AzurePerf.Storage.Requests;
using Xunit;

namespace AzurePerf.UnitTests.Targets;

/// <summary>The client libraries repeat a connection string that they cannot read in what they throw. Ours is never given to them.</summary>
public sealed class KeyInMessagesTests
{
    private const string Key = "QzRDRkI4MDQtN0E3OC00QzBBLUE1MDQtNUU5RjJGMkI2RkQw";
    private const string Whole = $"DefaultEndpointsProtocol=https;AccountName=one;AccountKey={Key};EndpointSuffix=core.windows.net";

    public static TheoryData<string> Broken =>
    [
        Whole.Replace("AccountKey=", "AccountKey", StringComparison.Ordinal),
        Whole.Replace("AccountKey=", "AccountKey==", StringComparison.Ordinal),
        Whole.Replace("AccountName=one;", "", StringComparison.Ordinal),
        Whole.Replace("AccountName=one", "AccountName=", StringComparison.Ordinal),
        Whole.Replace("AccountName=one", "AccountName=o ne", StringComparison.Ordinal),
        Whole.Replace("=https", "=ftp", StringComparison.Ordinal),
        Whole.Replace(";", ",", StringComparison.Ordinal),
        Whole.Replace("core.windows.net", "?", StringComparison.Ordinal),
        Whole + ";BlobEndpoint=" + Key,
        Whole + ";AccountKey=" + Key,
        Whole + ";SharedAccessSignature=" + Key,
        Whole + ";" + Key,
        Whole[..^30],
        "\"" + Whole + "\"",
        Key,
        "https://one.blob.core.windows.net/?sig=" + Key,
        $"https://{Key}@one.blob.core.windows.net",
        "UseDevelopmentStorage=" + Key,
    ];

    [Theory]
    [MemberData(nameof(Broken))]
    public void No_message_about_a_text_that_is_no_connection_string_repeats_a_key(string text)
    {
        try
        {
            var address = StorageAccountAddress.Parse(text);
            Assert.NotNull(ControlPlane.Connect(address, "", new ControlRequests()));
            using var target = StorageTarget.Open(address, clients: 1, lanesPerClient: 1, TimeSpan.FromSeconds(1));
            Assert.DoesNotContain(Key[..8], address.ToString(), StringComparison.Ordinal);
        }
        catch (Exception failure) when (failure is not Xunit.Sdk.XunitException)
        {
            Assert.DoesNotContain(Key[..8], failure.ToString(), StringComparison.OrdinalIgnoreCase);
        }
    }
}
