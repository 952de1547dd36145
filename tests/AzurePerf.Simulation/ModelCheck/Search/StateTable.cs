using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Search;

/// <summary>Numbers the worlds that were met, in the order in which they were, with the one that each was met from.</summary>
internal sealed class StateTable
{
    private const int Empty = -1;

    private WorldKey[] _keys = new WorldKey[1 << 12];
    private int[] _parents = new int[1 << 12];
    private int[] _places = NewPlaces(1 << 13);

    public int Count { get; private set; }

    public WorldKey this[int state] => _keys[state];

    public int ParentOf(int state) => _parents[state];

    /// <summary>The number of a world; whether it is new.</summary>
    public (int State, bool IsNew) Add(WorldKey key, int parent)
    {
        var place = PlaceOf(key);
        if (_places[place] != Empty)
        {
            return (_places[place], false);
        }

        if (Count == _keys.Length)
        {
            Grow();
            place = PlaceOf(key);
        }

        (_keys[Count], _parents[Count], _places[place]) = (key, parent, Count);
        return (Count++, true);
    }

    private int PlaceOf(WorldKey key)
    {
        var mask = _places.Length - 1;
        var place = (int)key.Mixed() & mask;
        while (_places[place] != Empty && _keys[_places[place]] != key)
        {
            place = (place + 1) & mask;
        }

        return place;
    }

    private void Grow()
    {
        Array.Resize(ref _keys, _keys.Length * 2);
        Array.Resize(ref _parents, _parents.Length * 2);
        _places = NewPlaces(_places.Length * 2);
        for (var state = 0; state < Count; state++)
        {
            _places[PlaceOf(_keys[state])] = state;
        }
    }

    private static int[] NewPlaces(int length)
    {
        var places = new int[length];
        Array.Fill(places, Empty);
        return places;
    }
}
