using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class CleanUpResultTests
{
    [Fact]
    public void What_was_removed_is_counted_by_kind_and_the_first_names_are_said()
    {
        var removed = CleanUpResult.Of([("Table", "t"), .. Enumerable.Range(1, 11).Select(number => ("database", $"d{number}"))]);

        Assert.Equal("removed 1 table, 11 databases: t, d1, d2, d3, d4, d5, d6, d7, d8, d9 and 2 more", removed.ToString());
        Assert.Equal(removed.ToString(), CleanUpResult.TryRead(removed.Write())?.ToString());
    }

    [Fact]
    public void Nothing_to_remove_is_said_too() =>
        Assert.Equal("removed nothing, because ended runs had left nothing", CleanUpResult.TryRead(CleanUpResult.Of([]).Write())?.ToString());

    [Theory]
    [InlineData("")]
    [InlineData("{}")]
    [InlineData("null")]
    public void What_is_no_such_result_says_nothing(string text) => Assert.Null(CleanUpResult.TryRead(text));
}
