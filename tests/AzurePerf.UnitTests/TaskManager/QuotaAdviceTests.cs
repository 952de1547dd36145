using AzurePerf.Core.Limits;
using AzurePerf.TaskManager;
using AzurePerf.UnitTests.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class QuotaAdviceTests
{
    [Theory]
    [InlineData(1_000L, 60, "Limits:ProductsCountFor is 60.00:00:00 and TaskManager:ProductRetention is 30.00:00:00, so products count after they are removed: give both the same value, in Web and TaskManager")]
    [InlineData(1_000L, 20, "Limits:ProductsCountFor is 20.00:00:00 and TaskManager:ProductRetention is 30.00:00:00, so products that are kept cease to count: give both the same value, in Web and TaskManager")]
    [InlineData(1_000L, 30, null)]
    [InlineData(null, 60, null)]
    public async Task The_start_says_when_products_count_longer_or_shorter_than_they_are_kept(long? bytes, int days, string? said)
    {
        var log = new RecordedLog<QuotaAdvice>();
        var limits = new LimitOptions { KeptBytesPerOwner = bytes, ProductsCountFor = TimeSpan.FromDays(days) };

        await new QuotaAdvice(limits, new() { ProductRetention = TimeSpan.FromDays(30) }, log).StartAsync(TestContext.Current.CancellationToken);

        Assert.Equal(said is null ? [] : [said], log.Texts);
    }
}
