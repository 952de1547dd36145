using AzurePerf.Core.Measurements;
using AzurePerf.Probes.Targets.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets.Sql;

public sealed class ServerSettingsTests
{
    [Theory]
    [InlineData("fsync=on synchronous_commit=on full_page_writes=on", false)]
    [InlineData("fsync=off synchronous_commit=on full_page_writes=on", true)]
    [InlineData("fsync=on synchronous_commit=off full_page_writes=on", true)]
    [InlineData("fsync=on synchronous_commit=on full_page_writes=off", true)]
    [InlineData("fsync=on synchronous_commit=local full_page_writes=on", false)]
    [InlineData("journal_mode=wal synchronous=FULL", false)]
    [InlineData("journal_mode=wal synchronous=NORMAL", true)]
    [InlineData("journal_mode=delete synchronous=NORMAL", false)]
    [InlineData("journal_mode=wal synchronous=OFF", true)]
    [InlineData("journal_mode=memory synchronous=FULL", true)]
    [InlineData("", false)]
    public void A_server_that_may_lose_what_it_committed_is_flagged(string settings, bool flagged)
    {
        var read = new ServerSettings(settings.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(setting => setting.Split('=')).ToDictionary(pair => pair[0], pair => pair[1]));

        Assert.Equal(flagged, read.MayLoseCommits);
        Assert.Equal(flagged ? [PointFlag.NotDurable] : [], read.Flags);
    }
}
