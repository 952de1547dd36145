using AzurePerf.Hosting.Lifetime;
using Xunit;

namespace AzurePerf.UnitTests.Hosting;

public sealed class ThreadReserveTests
{
    [Fact]
    public async Task The_pool_has_a_thread_for_each_computation_and_some_more_and_without_any_it_stays_as_it_is()
    {
        ThreadPool.GetMinThreads(out var usual, out var forCompletions);
        try
        {
            await new ThreadReserve(0).StartAsync(TestContext.Current.CancellationToken);
            ThreadPool.GetMinThreads(out var measuring, out _);
            await new ThreadReserve(64).StartAsync(TestContext.Current.CancellationToken);
            ThreadPool.GetMinThreads(out var computing, out _);

            Assert.Equal(usual, measuring);
            Assert.True(computing > 64);
        }
        finally
        {
            ThreadPool.SetMinThreads(usual, forCompletions);
        }
    }
}
