using AzurePerf.Core.Views;
using Xunit;

namespace AzurePerf.UnitTests.Views;

public sealed class ViewNameTests
{
    [Fact]
    public void A_name_is_the_same_whatever_its_case()
    {
        Assert.Equal(ViewName.IdOf("Stürme nachts"), ViewName.IdOf("STÜRME Nachts"));
        Assert.NotEqual(ViewName.IdOf("a"), ViewName.IdOf("b"));
    }

    [Theory]
    [InlineData("Runs", "/runs", "Runs")]
    [InlineData("Runs", "/runs?state=failed&tag=region%3Dwest+europe&sort=duration", "Runs: failed, region=west europe")]
    [InlineData("Outcomes", "/outcomes?days=30", "Outcomes: 30 days")]
    [InlineData("Compare: evening", "/compare?runs=abcdefghij234567klmn,bbbbbbbbbbbbbbbbbbbb&metric=p99", "Compare: evening: p99")]
    [InlineData("evening", "/runs/abcdefghij234567klmn?sort=rate", "evening")]
    [InlineData("Runs", "/runs?text=a%0d%0ab%00", "Runs: ab")]
    [InlineData("Runs", "/runs?text=%zz%", "Runs: %zz%")]
    public void A_name_is_suggested_from_the_title_and_what_the_address_asks_for(string title, string address, string name) =>
        Assert.Equal(name, ViewName.Suggest(title, ViewAddress.Read(address, out _)!));

    [Fact]
    public void A_suggestion_is_as_long_as_a_name_may_be_and_cuts_no_character_in_half()
    {
        var runs = ViewAddress.Read("/runs", out _)!;

        Assert.Equal(100, ViewName.Suggest(new string('x', 300), runs).Length);
        Assert.Equal(new string('x', 99), ViewName.Suggest(new string('x', 99) + "\ud83d\ude00", runs));
    }
}
