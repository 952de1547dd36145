using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Data;

/// <param name="Trade">That bought it, or sold it short.</param>
/// <param name="Time">When.</param>
/// <param name="Price">Of one share.</param>
/// <param name="Quantity">Shares that are left; below 0 when they are owed.</param>
internal readonly record struct Lot(long Trade, long Time, long Price, int Quantity);

/// <param name="Holding">The trade whose lot changed.</param>
/// <param name="Before">Shares before; 0 for a new lot.</param>
/// <param name="After">Shares after; 0 for a lot that is gone.</param>
internal readonly record struct LotChange(long Holding, int Before, int After);

/// <summary>What an account holds of one security, oldest lot first: all owned or all owed.</summary>
internal sealed class Lots
{
    private readonly List<Lot> _lots = [];

    public IReadOnlyList<Lot> Left => _lots;

    public int Quantity { get; private set; }

    /// <summary>Lets a trade close lots of the other direction, newest or oldest first; what is left of it becomes a lot.</summary>
    /// <returns>What the closed shares were bought for and what they were sold for.</returns>
    public (long Bought, long Sold) Apply(Lot trade, bool newestFirst, List<LotChange> changes)
    {
        long bought = 0, sold = 0;
        var open = trade.Quantity;
        Quantity += open;
        while (open != 0 && _lots.Count > 0 && Math.Sign(_lots[0].Quantity) != Math.Sign(open))
        {
            var place = newestFirst ? _lots.Count - 1 : 0;
            var lot = _lots[place];
            var closed = Math.Min(Math.Abs(lot.Quantity), Math.Abs(open));
            bought += closed * (lot.Quantity > 0 ? lot.Price : trade.Price);
            sold += closed * (lot.Quantity > 0 ? trade.Price : lot.Price);
            var left = lot.Quantity - (closed * Math.Sign(lot.Quantity));
            changes.Add(new(lot.Trade, lot.Quantity, left));
            open -= closed * Math.Sign(open);
            if (left == 0)
            {
                _lots.RemoveAt(place);
            }
            else
            {
                _lots[place] = lot with { Quantity = left };
            }
        }

        if (open != 0)
        {
            _lots.Add(trade with { Quantity = open });
            changes.Add(new(trade.Trade, 0, open));
        }

        return (bought, sold);
    }
}

/// <summary>Takes rows as they are made.</summary>
public interface IRowSink
{
    /// <summary>Takes a row of a table, its cells in the order of the columns. The span is valid for this call only.</summary>
    void Add(Table table, ReadOnlySpan<Cell> row);
}
