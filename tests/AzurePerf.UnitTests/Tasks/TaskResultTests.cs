using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Tasks;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Tasks;

public sealed class TaskResultTests
{
    [Theory]
    [InlineData(1, 32_768)]
    [InlineData(100, 16_875)]
    public void The_longest_result_depends_on_how_many_rows_change_with_it(int members, int characters) => Assert.Equal(characters, TaskResult.MostCharacters(members));

    [Theory]
    [InlineData(3)]
    [InlineData(60)]
    [InlineData(100)]
    public async Task The_longest_results_of_all_members_of_a_point_are_accepted_in_one_transaction(int members)
    {
        var tasks = new TaskStore(new InMemoryRowStore());
        BenchmarkTask[] measured = [.. Enumerable.Range(0, members).Select(number => SampleTask.In(BenchmarkTaskStatus.Measured) with
        {
            Key = SampleTask.In(BenchmarkTaskStatus.Measured).Key with { Number = number },
            Order = SampleTask.In(BenchmarkTaskStatus.Measured).Order with { Member = number, Members = members },
            Result = new('x', TaskResult.MostCharacters(members)),
            Error = new('x', 300),
        })];
        var stored = await tasks.TryAddAsync(measured, TestContext.Current.CancellationToken);

        Assert.NotNull(await tasks.TryReplaceAllAsync(PointTransitions.Accept(stored!)!, TestContext.Current.CancellationToken));
    }
}
