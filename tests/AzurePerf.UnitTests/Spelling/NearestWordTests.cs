using AzurePerf.Core.Experiments;
using AzurePerf.Core.Spelling;
using Xunit;

namespace AzurePerf.UnitTests.Spelling;

public sealed class NearestWordTests
{
    private static readonly string[] Verbs = ["submit", "run", "list", "show", "watch", "retry", "rerun", "report", "export", "schedule"];

    [Theory]
    [InlineData("submti", "submit")]
    [InlineData("sumbit", "submit")]
    [InlineData("SUBMIT", "submit")]
    [InlineData("lst", "list")]
    [InlineData("lists", "list")]
    [InlineData("wach", "watch")]
    [InlineData("shedule", "schedule")]
    [InlineData("expotr", "export")]
    [InlineData("banana", null)]
    [InlineData("ls", null)]
    [InlineData("", null)]
    public void A_misspelt_word_leads_to_the_one_that_was_meant(string typed, string? meant) => Assert.Equal(meant, NearestWord.To(typed, Verbs));

    [Theory]
    [InlineData("blob.downlaod", "blob.download")]
    [InlineData("blob-download", "blob.download")]
    [InlineData("queue.ad", "queue.add")]
    [InlineData("tableinsert", "table.insert")]
    [InlineData("disk.frobnicate", null)]
    public void So_does_a_misspelt_experiment(string typed, string? meant) => Assert.Equal(meant, NearestWord.To(typed, Shipped.Experiments.All.Select(known => known.Id)));

    [Theory]
    [InlineData("", "", 0)]
    [InlineData("abc", "", 3)]
    [InlineData("abc", "abc", 0)]
    [InlineData("ab", "ba", 1)]
    [InlineData("kitten", "sitting", 3)]
    [InlineData("abcd", "badc", 2)]
    public void Mistakes_are_counted(string one, string other, int mistakes)
    {
        Assert.Equal(mistakes, NearestWord.Mistakes(one, other));
        Assert.Equal(mistakes, NearestWord.Mistakes(other, one));
    }

    [Fact]
    public void A_text_that_is_no_word_is_not_compared()
    {
        var huge = new string('x', 65);
        Assert.Null(NearestWord.To(huge, [huge]));
    }

    [Fact]
    public void The_question_ends_a_complaint_or_is_left_out()
    {
        Assert.Equal(" - did you mean run?", NearestWord.Question("rnu", Verbs));
        Assert.Equal("", NearestWord.Question("banana", Verbs));
    }
}
