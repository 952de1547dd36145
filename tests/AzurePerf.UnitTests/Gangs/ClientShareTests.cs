using AzurePerf.Core.Gangs;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Gangs;

public sealed class ClientShareTests
{
    [Fact]
    public void The_shares_are_all_clients_in_order_once_and_as_even_as_possible() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 100], Gen.Int[0, 92], (members, more) => (Clients: members + more, Members: members)),
        gang =>
        {
            ClientShare[] shares = [.. Enumerable.Range(0, gang.Members).Select(member => ClientShare.Of(gang.Clients, member, gang.Members))];
            return shares.SelectMany(share => Enumerable.Range(share.First, share.Count)).SequenceEqual(Enumerable.Range(0, gang.Clients))
                && shares.Max(share => share.Count) - shares.Min(share => share.Count) <= 1
                && shares.Select(share => share.Count).SequenceEqual(shares.Select(share => share.Count).OrderDescending());
        });

    [Theory]
    [InlineData(3, 0, 4)]
    [InlineData(3, 3, 3)]
    [InlineData(3, -1, 3)]
    [InlineData(3, 0, 0)]
    public void A_member_without_a_client_is_refused(int clients, int member, int members) =>
        Assert.ThrowsAny<ArgumentOutOfRangeException>(() => ClientShare.Of(clients, member, members));
}
