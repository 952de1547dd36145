using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Targets;

public sealed class TargetSettingTests
{
    private static readonly TargetKind Folder = new("folder", "a folder of files") { Words = ["file"] };

    [Theory]
    [InlineData("folder:/data", "folder", "/data")]
    [InlineData(" file:///data ", "file", "///data")]
    [InlineData("postgresql://me:x@host/base", "postgresql", "//me:x@host/base")]
    public void What_stands_before_the_first_colon_is_a_word_of_the_kind(string text, string word, string rest)
    {
        var setting = TargetSetting.WithKind("west", "AZUREPERF_TARGET_WEST", text)!;

        Assert.Equal((word, rest), (setting.Kind, setting.Text));
        Assert.Equal($"west ({word})", setting.ToString());
    }

    [Theory]
    [InlineData("https://one.blob.core.windows.net")]
    [InlineData("http://127.0.0.1:10000/one")]
    [InlineData("DefaultEndpointsProtocol=https;AccountName=one;AccountKey=a2V5;BlobEndpoint=http://127.0.0.1:1/one")]
    [InlineData("UseDevelopmentStorage=true")]
    public void An_account_has_none(string text) => Assert.Null(TargetSetting.WithKind("west", "AZUREPERF_TARGET_WEST", text));

    [Fact]
    public void A_kind_is_found_by_each_of_its_words()
    {
        var targets = TargetList.Read(["west", "folder:one", "file:two"], [AccountTarget.Kind, Folder]);

        Assert.Equal((Folder, Folder), (targets.Find("one")!.Kind, targets.Find("two")!.Kind));
        Assert.All(SqlTarget.Kind.Words.Append("sql"), word => Assert.True(SqlTarget.Kind.IsCalled(word)));
        Assert.False(SqlTarget.Kind.IsCalled("mysql"));
    }

    [Fact]
    public void Settings_of_other_kinds_and_the_identity_that_measures_are_read_with_the_accounts()
    {
        var accounts = StorageAccounts.Read(
            [
                new("AZUREPERF_CONTROL", "https://one.blob.core.windows.net"), new("AZUREPERF_TARGET_DB", "postgresql://me@host/base"),
                new("AZUREPERF_MEASURED_IDENTITY", "99999999-2222-3333-4444-555555555555"),
            ],
            needsTarget: true);

        Assert.Equal(("db", "postgresql"), (Assert.Single(accounts.Settings).Name, accounts.Settings[0].Kind));
        Assert.Equal("99999999-2222-3333-4444-555555555555", accounts.MeasuredIdentity);
        Assert.Empty(accounts.Targets);
    }
}
