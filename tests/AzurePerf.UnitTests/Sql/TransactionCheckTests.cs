using AzurePerf.Core.Probes;
using AzurePerf.Sql.Transactions;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

public sealed class TransactionCheckTests
{
    [Fact]
    public void A_check_that_holds_puts_no_text_together()
    {
        var text = new Counted();

        Transaction.Check(true, $"account {text} is wrong");

        Assert.Equal(0, text.Asked);
    }

    [Fact]
    public void A_check_that_does_not_hold_says_what_is_wrong()
    {
        var corrupt = Assert.Throws<CorruptDataException>(() => Transaction.Check(false, $"account {new Counted()} has {1.5} trades"));

        Assert.Equal("account 7 has 1.5 trades", corrupt.Message);
    }

    private sealed class Counted
    {
        public int Asked { get; private set; }

        public override string ToString()
        {
            Asked++;
            return "7";
        }
    }
}
